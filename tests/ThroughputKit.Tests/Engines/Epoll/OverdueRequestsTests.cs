using System.Net;
using ThroughputKit.Engines;
using ThroughputKit.Engines.Epoll;
using ThroughputKit.Recording;
using ThroughputKit.Requests;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Engines.Epoll;

/// <summary>A set rate shared by several threads: no request waits for one thread's connections while another's are free.</summary>
[Trait("Category", "Slow")]
public class OverdueRequestsTests
{
    private const string Ok = "HTTP/1.1 200 OK|Content-Length: 2||ok";
    private const int Planned = 100;

    private static readonly TimeSpan _sending = TimeSpan.FromSeconds(1);

    [Fact]
    public async Task A_request_is_sent_on_a_free_connection_of_another_thread()
    {
        // The first request is held until all others but one have come: more than the other thread's own half.
        var othersCame = new TaskCompletionSource();
        await using var server = new ScriptedServer(async connection =>
        {
            while (await connection.ReadRequestAsync() is not null)
            {
                if (connection.Number == 1)
                {
                    await othersCame.Task.WaitAsync(connection.Stop);
                }
                else if (connection.Number == Planned - 1)
                {
                    othersCame.SetResult();
                }

                await connection.SendAsync(Ok);
            }
        });

        var recorded = await RunAsync(server, quiet: TimeSpan.FromSeconds(2)); // long enough for a busy machine to catch up

        Assert.Equal((Planned, Planned), (recorded.Sent, recorded.Succeeded + recorded.InFlightAtEnd));
        Assert.Null(recorded.Censored);
    }

    [Fact]
    public async Task A_request_that_no_thread_has_a_connection_for_is_counted_once()
    {
        await using var server = new ScriptedServer(async connection =>
        {
            while (await connection.ReadRequestAsync() is not null && connection.Number <= 20)
            {
                await connection.SendAsync(Ok);
            }

            await connection.HangAsync();
        });

        var recorded = await RunAsync(server, quiet: TimeSpan.FromTicks(1));

        var waits = new LatencyHistogram();
        recorded.Censored!.AddTo(waits);
        Assert.Equal((22, 2), (recorded.Sent, recorded.Failures[FailureKind.Timeout]));
        Assert.Equal(Planned - 20, waits.Count);
    }

    private static async Task<Recorder> RunAsync(ScriptedServer server, TimeSpan quiet)
    {
        EncodedRequest[] requests = [RequestEncoder.Encode(LoadRequest.Get("/"), server.Address)];
        using var recorders = new RecorderSet(requests.Length, isPaced: true);
        var rate = LoadRate.From(Planned / _sending.TotalSeconds).Hold(_sending).StepTo(0).Hold(quiet);
        using var phase = new LoadPhase(requests, Engine.Succeeds, recorders, rate: rate);
        var shape = new LoadShape(Connections: 2, PipelineDepth: 1, TimeSpan.FromSeconds(4), Engine.Succeeds, rate.Highest);
        await using var engine = new EpollEngine(new IPEndPoint(IPAddress.Loopback, server.Address.Port), shape, threads: 2, crew: null);
        var load = engine.RunAsync(phase);
        phase.Open(rate.Duration);
        await load.WaitAsync(TimeSpan.FromSeconds(30));
        return recorders.Merge();
    }
}
