using System.Diagnostics;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Engines;

/// <summary>Set rates: what is sent when, and what counts as latency. The benchmarks show the precision.</summary>
public abstract class RateTests(LoadEngine engine, bool isOverTls = false) : EngineTests(engine, isOverTls)
{
    private const string Ok = "HTTP/1.1 200 OK|Content-Length: 2||ok";

    [Fact]
    public async Task Sends_what_was_planned()
    {
        await using var server = Answering(Ok);

        var result = Identity.Check(await Against(server).Get("/").AtRate(200).Lasting(250, connections: 8).RunAsync());

        Assert.Equal(50, result.Pacing!.Planned);
        Assert.Equal(50, result.Sent + result.Pacing.Unsent);
        Assert.Equal(result.Sent, result.Pacing.Lateness.Count);
        Assert.Equal(result.Sent, result.Succeeded + result.InFlightAtEnd);
    }

    [Fact]
    public async Task Sends_nothing_before_its_time()
    {
        await using var server = Serve(async connection =>
        {
            while (await connection.ReadRequestAsync() is not null)
            {
                Thread.Sleep(3); // never shorter, unlike a timer
                await connection.SendAsync(Ok);
            }
        });

        var result = Identity.Check(await Against(server).Get("/").AtRate(100).Lasting(200, connections: 2).RunAsync());

        Assert.True(result.Latency.Min >= TimeSpan.FromMilliseconds(3), $"{result.Latency.Min} passed from the planned time to the response");
    }

    [Fact]
    public async Task Lasts_to_the_end_of_the_rate_even_with_nothing_more_to_send()
    {
        await using var server = Answering(Ok);
        var begun = Stopwatch.GetTimestamp();

        var result = Identity.Check(await Against(server).Get("/").AtRate(0.5).Lasting(300, connections: 1).RunAsync());

        Assert.Equal((1, 1), (result.Pacing!.Planned, result.Sent + result.Pacing.Unsent));
        Assert.True(Stopwatch.GetElapsedTime(begun) >= TimeSpan.FromMilliseconds(300));
    }

    [Fact]
    public async Task Sends_several_requests_in_turn()
    {
        await using var server = Answering(Ok);

        var result = Identity.Check(await Against(server).Get("/a").Get("/b").AtRate(200).Lasting(250, connections: 8).RunAsync());

        Assert.True(Math.Abs(result.Endpoints[0].Sent - result.Endpoints[1].Sent) <= 1 + result.Pacing!.Unsent);
    }

    [Fact]
    public async Task A_server_that_stalls_cannot_hide_the_requests_that_wait_for_it()
    {
        const int Rate = 100;
        var (begun, stallEnded) = (Stopwatch.GetTimestamp(), new TaskCompletionSource());
        await using var server = Serve(async connection =>
        {
            while (await connection.ReadRequestAsync() is not null)
            {
                if (connection.Number == 1)
                {
                    await Task.Delay(200, connection.Stop);
                    stallEnded.SetResult();
                }

                await connection.SendAsync(Ok);
            }
        });

        // Until all requests that were due by the end of the stall have come.
        var result = await Endless().RunAsync(
            server,
            until: async () =>
            {
                await stallEnded.Task;
                await server.ReceivedAsync((int)(Stopwatch.GetElapsedTime(begun).TotalSeconds * Rate) + 2);
            },
            LoadRate.From(Rate).Hold(TimeSpan.FromHours(1)),
            connections: 1);

        // One connection: while it waits for 200 ms, twenty requests become due; their latency counts from then.
        Assert.True(result.Latency.Max >= TimeSpan.FromMilliseconds(180));
        Assert.True(result.Pacing!.Late >= 10, $"{result.Pacing.Late} were late");
        Assert.True(result.Pacing.LateForConnection > 0, $"{result.Pacing.LateForConnection} had to wait for the connection");
        Assert.Contains(result.Findings, f => f.Name == "LateSends");
    }

    [Fact]
    public async Task Requests_without_a_free_connection_are_counted()
    {
        await using var server = Serve(async connection =>
        {
            while (await connection.ReadRequestAsync() is not null)
            {
                await Task.Delay(100);
                await connection.SendAsync(Ok);
            }
        });

        var result = Identity.Check(await Against(server).Get("/").AtRate(100).Lasting(250, connections: 2).RunAsync());

        Assert.Equal(25, result.Pacing!.Planned);
        Assert.Equal(25, result.Sent + result.Pacing.Unsent);
        Assert.True(result.Pacing.Unsent > 0);
        Assert.Contains(result.Findings, f => f.Name == "LateSends");
    }

    [Fact]
    [Trait("Category", "Slow")] // how long they have waited is real time
    public async Task Unsent_requests_have_waited_from_their_due_time_to_the_end()
    {
        await using var server = Serve(async connection =>
        {
            while (await connection.ReadRequestAsync() is not null && connection.Number <= 20)
            {
                await connection.SendAsync(Ok);
            }

            await connection.HangAsync();
        });

        var result = Identity.Check(await Against(server).Get("/").AtRate(100).Lasting(1_000, connections: 2)
            .With(o => o.RequestTimeout = TimeSpan.FromSeconds(1)).RunAsync());

        // The last of the hundred was due 10 ms before the end, and so on; two were sent and timed out. However late anything was, half of them
        // waited for 300 ms or more.
        Assert.Equal((100, 2, 78), (result.Pacing!.Planned, result.Failures.Timeouts, result.Pacing.Unsent));
        Assert.True(result.Latency.P50 >= TimeSpan.FromMilliseconds(300), $"{result.Latency.P50}");
        Assert.True(result.Latency.P99 >= TimeSpan.FromSeconds(1), $"{result.Latency.P99}");
        Assert.Equal((true, true), (result.Latency.IsLowerBound(50), result.Latency.IsLowerBound(99)));
        Assert.Contains(", p99 at least 1", result.ToString(), StringComparison.Ordinal);
        var failure = Assert.Throws<LoadGateException>(() => result.VerifyAsIs(new LoadGates { MaxFailures = 2, MinRps = 1, MaxP50LatencyMs = 60_000 }));
        Assert.Equal([nameof(LoadGates.MinRps), nameof(LoadGates.MaxP50LatencyMs)], failure.Failures.Select(f => f.Gate));
        Assert.All(failure.Failures, f => Assert.Contains(
            "78 of the 100 planned requests (78.0%) were never sent because ", f.Message, StringComparison.Ordinal));
    }

    [Fact]
    public async Task A_server_that_hangs_is_a_timeout_even_if_another_connection_is_free()
    {
        var window = Endless();
        await using var server = Serve(async connection =>
        {
            await connection.ReadRequestAsync();
            if (connection.Number == 1)
            {
                await window.Closed;
                await connection.SendAsync(Ok);
            }

            await connection.HangAsync();
        });

        var result = await window.RunAsync(
            server, until: () => server.ReceivedAsync(2), Requests(2), connections: 2, timeout: TimeSpan.FromSeconds(1));

        Assert.Equal((2, 1, 1), (result.Sent, result.InFlightAtEnd, result.Failures.Timeouts));
    }

    [Fact]
    public async Task A_free_connection_sends_due_requests_while_another_waits_for_its_response()
    {
        const int Others = 120; // of 199, so more than every second one
        var othersCame = new TaskCompletionSource();
        await using var server = Serve(async connection =>
        {
            while (await connection.ReadRequestAsync() is not null)
            {
                if (connection.Number == 1)
                {
                    await othersCame.Task.WaitAsync(connection.Stop);
                }
                else if (connection.Number == 1 + Others)
                {
                    othersCame.SetResult();
                }

                await connection.SendAsync(Ok);
            }
        });

        var result = await Endless().RunAsync(server, until: () => server.ReceivedAsync(200), Requests(200), connections: 2);

        Assert.Equal((0, 200, 0), (result.Failed, result.Sent, result.Pacing!.Unsent));
        Assert.True(result.Latency.Max >= TimeSpan.FromMilliseconds(119), $"{result.Latency.Max}"); // the others are due in the first 120 ms
    }

    [Fact]
    [Trait("Category", "Slow")] // the server has half a second to close; KeptConnectionTests close it between two phases
    public async Task A_connection_closed_while_idle_is_reopened_without_a_failure()
    {
        await using var server = Serve(async connection =>
        {
            await connection.ReadRequestAsync();
            await connection.SendAsync(Ok);
        });

        var result = Identity.Check(await Against(server).Get("/").AtRate(2).Lasting(1_500, connections: 1).RunAsync());

        Assert.Equal((3, 0), (result.Sent, result.Failed));
    }

    [Fact]
    public async Task Cancelling_ends_a_long_wait()
    {
        using var cancel = new CancellationTokenSource();
        await using var server = Serve(async connection =>
        {
            if (await connection.ReadRequestAsync() is not null)
            {
                await connection.SendAsync(Ok);
                await cancel.CancelAsync();
                await connection.HangAsync();
            }
        });
        var rate = LoadRate.From(0).RampTo(0.001, TimeSpan.FromHours(1)); // the second is due after an hour

        var result = Identity.Check(await Against(server).Get("/").AtRate(rate).With(o => (o.WarmUp, o.Connections) = (TimeSpan.Zero, 2))
            .RunAsync(cancel.Token).WaitAsync(TimeSpan.FromSeconds(30)));

        Assert.True(result.WasCancelled);
        Assert.Equal(1, result.Sent);
    }

    [Fact]
    public async Task A_profile_lasts_as_long_as_it_says()
    {
        await using var server = Answering(Ok);
        var rate = LoadRate.From(0).RampTo(400, TimeSpan.FromSeconds(0.1)).Hold(TimeSpan.FromSeconds(0.1)).StepTo(100).Hold(TimeSpan.FromSeconds(0.2));

        var result = Identity.Check(await Against(server).Get("/").AtRate(rate).With(o => (o.WarmUp, o.Connections) = (TimeSpan.Zero, 8)).RunAsync());

        Assert.Equal(TimeSpan.FromSeconds(0.4), result.Duration);
        Assert.Equal(80, result.Pacing!.Planned);
        Assert.Equal(80, result.Sent + result.Pacing.Unsent);
    }

    [Fact]
    [Trait("Category", "Slow")] // what waits for the connection, and what for the generator, is decided by real time
    public async Task A_step_too_steep_for_the_connections_makes_requests_late_long_after_it()
    {
        await using var server = Serve(async connection =>
        {
            while (await connection.ReadRequestAsync() is not null)
            {
                Thread.Sleep(20);
                await connection.SendAsync(Ok);
            }
        });
        var rate = LoadRate.From(10).Hold(TimeSpan.FromSeconds(0.2)).StepTo(1_000).Hold(TimeSpan.FromSeconds(0.02)).StepTo(10).Hold(TimeSpan.FromSeconds(0.8));

        var result = Identity.Check(await Against(server).Get("/").AtRate(rate).With(o => (o.WarmUp, o.Connections) = (TimeSpan.Zero, 1)).RunAsync());

        // Twenty become due within 20 ms, which the one connection takes 400 ms for; those that become due meanwhile wait behind them.
        Assert.Equal(30, result.Pacing!.Planned);
        Assert.Equal(30, result.Sent + result.Pacing.Unsent);
        Assert.True(result.Pacing.Late + result.Pacing.Unsent >= 19, $"{result.Pacing.Late} were late and {result.Pacing.Unsent} never sent");
        Assert.True(result.Pacing.LateForConnection > 0, $"{result.Pacing.LateForConnection} had to wait for the connection");
        Assert.Contains(result.Findings, f => f.Name == "LateSends" && f.Remedy.Contains("the only connection was in use.", StringComparison.Ordinal));
    }

    [Fact]
    public async Task Failures_and_reconnects_keep_the_counts_consistent()
    {
        await using var server = Serve(async connection =>
        {
            await connection.ReadRequestAsync();
            if (connection.Number % 2 == 0)
            {
                await connection.SendAsync(Ok);
            }
        });

        var result = await Endless().RunAsync(server, until: () => server.ReceivedAsync(20), LoadRate.From(200).Hold(TimeSpan.FromHours(1)));

        // No more than four can be in flight.
        Assert.True(result.Failed >= 6, $"{result.Failed} failed");
        Assert.True(result.Succeeded >= 6, $"{result.Succeeded} succeeded");
        Assert.Equal(result.Pacing!.Planned, result.Sent + result.Pacing.Unsent);
    }

    [Fact]
    public async Task Warms_up_at_the_rate()
    {
        const int MostPhases = 20; // each may begin with one request more than its length accounts for
        await using var server = Answering(Ok);
        var begun = Stopwatch.GetTimestamp();

        var result = Identity.Check(await Against(server).Get("/").AtRate(100).With(o =>
        {
            (o.WarmUp, o.MaxWarmUp) = (TimeSpan.FromSeconds(0.3), TimeSpan.FromSeconds(0.3));
            (o.Duration, o.Connections) = (TimeSpan.FromSeconds(0.2), 4);
        }).RunAsync());

        Assert.Equal(20, result.Pacing!.Planned);
        Assert.InRange(server.Requests, result.Sent + 1, (100 * Stopwatch.GetElapsedTime(begun).TotalSeconds) + MostPhases); // a closed loop would have sent thousands
    }

    // Requests that are due a millisecond apart, and then none for longer than any test takes. One more at the end keeps the load waiting for it.
    private static LoadRate Requests(int count) =>
        LoadRate.From(1_000).Hold(TimeSpan.FromMilliseconds(count)).StepTo(0).Hold(TimeSpan.FromHours(1)).StepTo(1).Hold(TimeSpan.FromSeconds(1));

    public sealed class OnEpoll() : RateTests(LoadEngine.Epoll);

    public sealed class OnUring() : RateTests(LoadEngine.Uring);

    public sealed class OnEpollOverTls() : RateTests(LoadEngine.Epoll, isOverTls: true);

    public sealed class OnUringOverTls() : RateTests(LoadEngine.Uring, isOverTls: true);

    public sealed class OnSocket() : RateTests(LoadEngine.Socket);

    public sealed class OnClient() : RateTests(LoadEngine.Client);
}
