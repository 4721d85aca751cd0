using ThroughputKit.Tests.Responses;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Engines;

/// <summary>The framing cases once more, over real sockets, each cut at every byte.</summary>
public abstract class FramingOverSocketsTests(LoadEngine engine, bool isOverTls = false) : EngineTests(engine, isOverTls)
{
    public static TheoryData<string> Names => [.. FramingCases.All.Select(c => c.Name)];

    [Theory]
    [MemberData(nameof(Names))]
    public async Task Reads_the_same_cut_at_every_byte(string name)
    {
        var framing = FramingCases.All.Single(c => c.Name == name);
        var cuts = framing.Bytes.Length + 1;
        await using var server = Serve(async connection =>
        {
            while (await connection.ReadRequestAsync() is not null)
            {
                var cut = (connection.Number - 1) % cuts;
                await connection.SendAsync(framing.Bytes.AsMemory(0, cut));
                await Task.Delay(1); // so that the two halves are usually two reads
                await connection.SendAsync(framing.Bytes.AsMemory(cut));
                if (framing.Closes)
                {
                    return;
                }
            }
        });

        var test = Against(server);
        var result = Identity.Check(await (framing.IsHead ? test.Head("/") : test.Get("/"))
            .Sending(cuts, connections: 16).With(o => o.IsSuccess = s => s == framing.Status).RunAsync());

        Assert.Equal(cuts, result.Sent);
        Assert.Equal(cuts, framing.Expected switch
        {
            FramingAnswer.Complete => result.Succeeded,
            FramingAnswer.Malformed => result.Failures.Malformed,
            _ => result.Failures.Read,
        });
        Assert.All(result.Failures.Examples, e => Assert.Equal(framing.Error, e.Detail));
    }

    [Fact]
    public async Task Expects_no_body_in_the_response_to_a_HEAD_only()
    {
        await using var server = Serve(async connection =>
        {
            while (await connection.ReadRequestAsync() is { } request)
            {
                await connection.SendAsync(request[0] == 'H' ? "HTTP/1.1 200 OK|Content-Length: 2||" : "HTTP/1.1 201 Created|Content-Length: 2||ok");
            }
        });

        var result = Identity.Check(await Against(server).Head("/a").Get("/b").Sending(40, connections: 1).RunAsync());

        Assert.Equal((20, 20, 1), (result.Statuses[200], result.Statuses[201], result.ConnectionsOpened));
        Assert.Equal([20, 20], result.Endpoints.Select(e => e.Succeeded));
    }

    public sealed class OnEpoll() : FramingOverSocketsTests(LoadEngine.Epoll);

    public sealed class OnUring() : FramingOverSocketsTests(LoadEngine.Uring);

    public sealed class OnEpollOverTls() : FramingOverSocketsTests(LoadEngine.Epoll, isOverTls: true);

    public sealed class OnUringOverTls() : FramingOverSocketsTests(LoadEngine.Uring, isOverTls: true);

    public sealed class OnSocket() : FramingOverSocketsTests(LoadEngine.Socket);
}
