using ThroughputKit.Findings;
using ThroughputKit.Recording;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Findings;

public class ConnectionChurnTests
{
    [Theory]
    [InlineData(64, 100_000, false)] // each connection that was asked for, of a run without a warm-up
    [InlineData(5_000, 100_000, false)] // one for twenty responses
    [InlineData(5_001, 100_000, true)]
    [InlineData(128, 200, false)] // each twice
    [InlineData(129, 200, true)]
    public void Distinguishes_connections_that_the_server_closed_from_those_requested(long opened, long responses, bool expected) =>
        Assert.Equal(expected, Examine(Result(opened, responses)) is not null);

    [Theory]
    [InlineData(704, false)] // 64 connections, opened anew 11 times
    [InlineData(1_409, true)]
    public void Connections_that_the_kit_opens_anew_are_not_the_servers_doing(long opened, bool expected) =>
        Assert.Equal(expected, ResponseFindings.ConnectionChurn(MadeUp.Facts(Result(opened, 3_843)) with { OwnConnections = 704 }) is not null);

    [Theory]
    [InlineData(10_000, false)] // one for ten responses
    [InlineData(15_000, false)] // and one for twenty
    [InlineData(15_001, true)]
    public void Connections_that_the_test_asks_for_are_not_the_servers_doing(long opened, bool expected)
    {
        var settings = new RunSettings([], Rate: null, AppPlace.TestProcess, WarmsUp: true) { Options = new() { RequestsPerConnection = 10 } };

        Assert.Equal(expected, Examine(Result(opened, 100_000) with { Settings = settings }) is not null);
    }

    [Fact]
    public void A_broken_connection_counts_only_as_a_failure()
    {
        var failures = MadeUp.Failures() with { Write = 10, Read = 20, ClosedWhileReusing = 30, Timeouts = 40, Malformed = 50 };

        Assert.Null(Examine(Result(128 + 150, 200) with { Failures = failures }));
        Assert.NotNull(Examine(Result(129 + 150, 200) with { Failures = failures }));
    }

    [Fact]
    public async Task A_server_that_closes_after_each_response_is_reported()
    {
        await using var server = new ScriptedServer(async connection =>
        {
            await connection.ReadRequestAsync();
            await connection.SendAsync("HTTP/1.1 200 OK|Connection: close|Content-Length: 2||ok");
        });

        var finding = Assert.Single((await LoadTest.Against(server.Address).Get("/").Sending(50).RunAsync()).FindingsOfApp());

        Assert.Equal(
            "Warning ConnectionChurn: 50 connections were opened for 50 responses, although 4 would have been enough: the figures measure connecting as much as responding. "
            + "Check whether the app or a request header sends Connection: close, or a limit closes connections. If real clients reconnect as often, the figures are valid.",
            finding.ToString());
    }

    [Fact]
    public async Task A_server_that_keeps_its_connections_is_not_reported()
    {
        await using var server = ScriptedServer.Answering("HTTP/1.1 200 OK|Content-Length: 2||ok");

        Assert.Empty((await LoadTest.Against(server.Address).Get("/").Sending(50).RunAsync()).FindingsOfApp());
    }

    private static Finding? Examine(LoadResult result) => ResponseFindings.ConnectionChurn(MadeUp.Facts(result));

    private static LoadResult Result(long opened, long responses) =>
        MadeUp.Result(new LatencyHistogram()) with { ConnectionsOpened = opened, Statuses = new Dictionary<int, long> { [200] = responses } };
}
