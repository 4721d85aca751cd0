using System.Diagnostics;
using System.Net;
using ThroughputKit.Engines;
using ThroughputKit.Engines.Loops;
using ThroughputKit.Pacing;
using ThroughputKit.Recording;
using ThroughputKit.Requests;
using ThroughputKit.Tests.Support;
using ThroughputKit.Traffic;

namespace ThroughputKit.Tests.Engines.Loops;

/// <summary>A set rate shared by several threads: no request waits for one thread's connections while another's are free.</summary>
public class OverdueRequestsTests
{
    private const string Ok = "HTTP/1.1 200 OK|Content-Length: 2||ok";
    private const int Planned = 100;

    private static readonly TimeSpan _sending = TimeSpan.FromSeconds(0.1);
    private static readonly TimeSpan _hang = TimeSpan.FromSeconds(60);

    [Theory]
    [MemberData(nameof(Pollers.All), MemberType = typeof(Pollers))]
    public async Task A_request_is_sent_on_a_free_connection_of_another_thread(string poller)
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

        var recorded = await RunAsync(poller, server, until: _ => server.ReceivedAsync(Planned), closed: () => { });

        Assert.Equal((Planned, Planned), (recorded.Sent, recorded.Succeeded + recorded.InFlightAtEnd));
        Assert.Null(recorded.Whole().Censored);
    }

    [Theory]
    [MemberData(nameof(Pollers.All), MemberType = typeof(Pollers))]
    public async Task A_request_that_no_thread_has_a_connection_for_is_counted_once(string poller)
    {
        var closed = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        await using var server = new ScriptedServer(async connection =>
        {
            while (await connection.ReadRequestAsync() is not null)
            {
                if (connection.Number > 20)
                {
                    await closed.Task.WaitAsync(connection.Stop);
                }

                await connection.SendAsync(Ok);
            }
        });

        var recorded = await RunAsync(
            poller,
            server,
            until: async phase =>
            {
                await server.ReceivedAsync(22);
                while (Stopwatch.GetTimestamp() < phase.Window.Start + Clock.ToTicks(_sending))
                {
                    await Task.Delay(1); // until all are due
                }
            },
            closed.SetResult);

        var waits = new LatencyHistogram();
        waits.Add(recorded.Whole().Censored!);
        Assert.Equal((22, 20, 2), (recorded.Sent, recorded.Succeeded, recorded.InFlightAtEnd));
        Assert.Equal(Planned - 22, waits.Count);
    }

    // The window is closed by the test: no length could be right on every machine.
    private static async Task<Recorder> RunAsync(string poller, ScriptedServer server, Func<LoadPhase, Task> until, Action closed)
    {
        EncodedRequest[] requests = [Engine.Encode(LoadRequest.Get("/"), server.Address)];
        using var recorders = new RecorderSet(requests.Length, isPaced: true);
        var rate = LoadRate.From(Planned / _sending.TotalSeconds).Hold(_sending).StepTo(0).Hold(TimeSpan.FromHours(1));
        using var phase = new LoadPhase(requests, recorders, new Schedule(new RequestOrder(requests.Length)) { Rate = rate });
        var shape = new LoadShape(Connections: 2, TimeSpan.FromMinutes(1), rate.Highest);
        await using var engine = new LoopEngine(new IPEndPoint(IPAddress.Loopback, server.Address.Port), shape, threads: 2, crew: null, Pollers.Of(poller));
        var load = engine.RunAsync(phase);
        phase.Open(rate.Duration);
        try
        {
            await until(phase).WaitAsync(_hang);
            phase.Close();
            closed();
            await load.WaitAsync(_hang);
        }
        finally
        {
            phase.Abort(); // or the load would outlive a test that fails
        }

        return recorders.Merge();
    }
}
