using ThroughputKit.Tests.Engines.Http2;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Engines;

/// <summary>Servers that end their connections of HTTP/2.</summary>
public abstract class Http2EndTests(LoadEngine engine)
{
    [Theory]
    [InlineData(1, 500)]
    [InlineData(7, 5_000)]
    [InlineData(1_000, 100_000)]
    public async Task The_count_of_a_server_that_goes_away_is_the_number_of_requests_sent(int each, int requests)
    {
        await using var server = new Http2Server(each);
        var result = Identity.Check(await Test(server).Sending(requests, connections: 2).RunAsync());

        Assert.Equal((requests, requests, 0, requests), (result.Sent, result.Succeeded, result.Failed, server.Requests));
        Assert.InRange(result.ConnectionsOpened, requests / each, (requests / each) + 2);
    }

    [Fact]
    public async Task Streams_take_turns_on_connections_that_carry_few_requests()
    {
        await using var server = new Http2Server(each: 1);
        Identity.Check(await Test(server, "/{id}").WithData(LoadData.FromValues("id", Enumerable.Range(0, 10).Select(i => $"{i}")).OnePerConnection())
            .Sending(200, connections: 1).RunAsync());

        Assert.Equal(10, server.OfEachHead.Count);
        Assert.All(server.OfEachHead, count => Assert.InRange(count, 19, 21));
    }

    [Fact]
    public async Task So_is_that_of_one_that_leaves_requests_unanswered()
    {
        await using var server = new Http2Server(each: 10, isAbrupt: true);
        var result = Identity.Check(await Test(server).Sending(500, connections: 2).RunAsync());

        Assert.Equal((500, server.Requests), (result.Sent, result.Succeeded + result.Failures.ClosedWhileReusing + result.Failures.Read));
        Assert.InRange(result.Failed, 48, 50); // one of each connection but the last ones: those that it had not taken are sent again
    }

    [Fact]
    public async Task A_server_that_takes_no_request_is_left_alone_for_a_while()
    {
        await using var server = new Http2Server(each: 0);
        var result = Identity.Check(await Test(server).Sending(20, connections: 1).With(o => o.MaxDuration = TimeSpan.FromMilliseconds(300)).RunAsync());

        Assert.Equal((0, result.Sent, 0), (result.Succeeded, result.Failures.Connect, server.Requests));
        Assert.InRange(result.ConnectionsOpened, 1, 60); // without a pause, thousands
        Assert.Equal("the server ended the connection with NO_ERROR before it had taken a request", result.Failures.Examples[0].Detail);
    }

    [Fact]
    public async Task One_that_reads_no_more_gets_another_connection_after_so_many_timeouts()
    {
        await using var server = new Http2Server(each: 0) { IsDeaf = true };
        var result = Identity.Check(await LoadTest.Against(server.Address).Send(LoadRequest.Post("/").WithContent(new byte[1_000_000], "text/plain")).Sending(120, connections: 1)
            .With(o => (o.Engine, o.Protocol, o.StreamsPerConnection, o.RequestTimeout) = (engine, LoadProtocol.Http2, 8, TimeSpan.FromMilliseconds(200))).RunAsync());

        Assert.True(result is { Failures.Timeouts: 120, Failed: 120, ConnectionsOpened: 3 }, $"{result}"); // 50, and those in flight then
    }

    [Fact]
    public async Task A_request_that_a_server_no_longer_lets_go_is_told_from_the_one_before()
    {
        await using var server = new Http2Server(each: 2) { BeforeAnswers = ServerFrames.Settings((3, 0)) };
        var result = Identity.Check(await Test(server).Sending(2, connections: 1).With(o => (o.StreamsPerConnection, o.RequestTimeout) = (1, TimeSpan.FromSeconds(1.5))).RunAsync());

        Assert.Equal((1, 1, 1), (result.Succeeded, result.Failures.Timeouts, server.Requests));
        Assert.Equal(
            "no complete response in time; the request was still waiting, because the server takes no more of them at a time", Assert.Single(result.Failures.Examples).Detail);
    }

    private LoadTest Test(Http2Server server, string path = "/") => LoadTest.Against(server.Address).Get(path).With(o => (o.Engine, o.Protocol, o.StreamsPerConnection) = (engine, LoadProtocol.Http2, 10));

    public sealed class OnEpoll() : Http2EndTests(LoadEngine.Epoll);

    public sealed class OnUring() : Http2EndTests(LoadEngine.Uring);
}
