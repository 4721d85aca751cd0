using System.Diagnostics;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Engines;

/// <summary>What happens at the edges of the window, and between requests.</summary>
public abstract class WindowTests(LoadEngine engine, bool isOverTls = false) : EngineTests(engine, isOverTls)
{
    private const string Ok = "HTTP/1.1 200 OK|Content-Length: 2||ok";

    [Fact]
    public async Task Drains_what_is_in_flight_into_latency_and_not_into_throughput()
    {
        var (window, begun) = (Endless(), Stopwatch.GetTimestamp());
        await using var server = Serve(async connection =>
        {
            while (await connection.ReadRequestAsync() is not null)
            {
                await window.Closed;
                var closed = Stopwatch.GetTimestamp();
                while (Stopwatch.GetElapsedTime(closed) <= Stopwatch.GetElapsedTime(begun, closed))
                {
                    await Task.Delay(1, connection.Stop); // at least as long as the window has lasted
                }

                await connection.SendAsync(Ok);
            }
        });

        var result = await window.RunAsync(server, until: () => server.ReceivedAsync(4));

        Assert.Equal((4, 0, 0, 4), (result.Sent, result.Succeeded, result.Failed, result.InFlightAtEnd));
        Assert.Equal((4, 0), (result.Latency.Count, result.Rps));
        Assert.True(result.Latency.Min > result.Duration);
    }

    [Fact]
    public async Task A_window_lasts_as_long_as_asked_for()
    {
        await using var server = Answering(Ok);

        var result = Identity.Check(await Against(server).Get("/").Lasting(100).RunAsync());

        Assert.Equal(TimeSpan.FromMilliseconds(100), result.Duration);
    }

    [Fact]
    public async Task A_server_that_hangs_cannot_hide_behind_a_short_run()
    {
        await using var server = Serve(async connection =>
        {
            await connection.ReadRequestAsync();
            await connection.HangAsync();
        });

        // Each timeout makes room for one more request while the window is open; afterwards all four that are in flight time out.
        var result = await Endless().RunAsync(server, until: () => server.ReceivedAsync(4), timeout: TimeSpan.FromMilliseconds(300));

        Assert.InRange(result.Sent, 4, int.MaxValue);
        Assert.Equal((result.Sent, 0), (result.Failures.Timeouts, result.InFlightAtEnd));
    }

    [Fact]
    public async Task An_error_that_comes_while_draining_is_a_failure()
    {
        var window = Endless();
        await using var server = Serve(async connection =>
        {
            await connection.ReadRequestAsync();
            await window.Closed;
            await connection.SendAsync("HTTP/1.1 500 Oops|Content-Length: 0||");
        });

        var result = await window.RunAsync(server, until: () => server.ReceivedAsync(4));

        Assert.Equal((4, 4, 0), (result.Sent, result.Failures.UnexpectedStatus, result.InFlightAtEnd));
    }

    [Fact]
    public async Task Cancelling_gives_a_partial_result_that_says_so()
    {
        using var cancel = new CancellationTokenSource();
        await using var server = Serve(async connection =>
        {
            for (var i = 0; i < 10 && await connection.ReadRequestAsync() is not null; i++)
            {
                await connection.SendAsync(Ok);
            }

            await connection.ReadRequestAsync();
            if (connection.Number == 44)
            {
                await cancel.CancelAsync();
            }

            await connection.HangAsync();
        });

        var result = Identity.Check(await Against(server).Get("/").Lasting(60_000).RunAsync(cancel.Token));

        Assert.True(result.WasCancelled);
        Assert.Equal((44, 40, 4), (result.Sent, result.Succeeded, result.InFlightAtEnd));
        Assert.InRange(result.Duration, TimeSpan.Zero, TimeSpan.FromSeconds(30));
        Assert.Equal("Cancelled", result.Findings[0].Name);
    }

    [Fact]
    public async Task Cancelling_before_the_window_is_a_cancellation()
    {
        using var cancel = new CancellationTokenSource();
        await using var server = Serve(async connection =>
        {
            while (await connection.ReadRequestAsync() is not null)
            {
                if (connection.Number == 10)
                {
                    await cancel.CancelAsync(); // within the warm-up, which takes at least a second
                }

                await connection.SendAsync(Ok);
            }
        });

        await Assert.ThrowsAnyAsync<OperationCanceledException>(
            () => Against(server).Get("/").RunAsync(cancel.Token));
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task Cancelling_at_any_moment_ends_the_run_soon()
    {
        await using var server = Answering(Ok);
        var test = Against(server).Get("/").Lasting(150)
            .With(o => (o.WarmUp, o.MaxWarmUp, o.RequestTimeout) = (TimeSpan.FromMilliseconds(100), TimeSpan.FromMilliseconds(100), TimeSpan.FromMinutes(5)));

        for (var milliseconds = 0; milliseconds < 600; milliseconds += 29)
        {
            using var cancel = new CancellationTokenSource(TimeSpan.FromMilliseconds(milliseconds));
            try
            {
                Identity.Check(await test.RunAsync(cancel.Token).WaitAsync(TimeSpan.FromSeconds(60)));
            }
            catch (OperationCanceledException)
            {
                // there was nothing to return yet
            }
        }
    }

    [Fact]
    public async Task Cancelling_while_the_run_is_prepared_is_a_cancellation()
    {
        await using var server = Answering(Ok);
        using var cancel = new CancellationTokenSource();

        await Assert.ThrowsAnyAsync<OperationCanceledException>(
            () => Against(server).Get("/").Prepare((_, _) => cancel.CancelAsync()).RunAsync(cancel.Token));
    }

    [Fact]
    public async Task A_connection_that_fails_leaves_its_share_to_the_others()
    {
        // The first connection to send closes on every request; the other one answers all.
        var dead = 0;
        await using var server = Serve(async connection =>
        {
            while (await connection.ReadRequestAsync() is not null)
            {
                if (Interlocked.Increment(ref dead) <= 3)
                {
                    return;
                }

                await connection.SendAsync(Ok);
            }
        });

        var result = Identity.Check(await Against(server).Get("/").Sending(2000, connections: 2).RunAsync());

        Assert.Equal((2000, 3), (result.Sent, result.Failed));
        Assert.InRange(result.Duration, TimeSpan.Zero, TimeSpan.FromSeconds(5));
    }

    [Fact]
    public async Task A_pause_after_the_last_failure_is_not_part_of_the_window()
    {
        await using var server = Serve(connection => connection.ReadRequestAsync());

        var result = Identity.Check(await Against(server).Get("/").Sending(6, connections: 1).RunAsync());

        // The pause after the sixth failure is 320 ms long, or 32 intervals in which nothing happens. On a machine that is busy beyond measure a
        // window may have fewer and longer ones.
        Assert.Equal(6, result.Failed);
        Assert.InRange(result.Intervals[0].Length, TimeSpan.FromMilliseconds(10), TimeSpan.FromMilliseconds(80));
        Assert.Equal(1, result.Intervals[^1].Failed);
    }

    [Fact]
    public async Task An_answer_that_comes_too_late_is_a_timeout()
    {
        await using var server = Serve(async connection =>
        {
            while (await connection.ReadRequestAsync() is not null)
            {
                await Task.Delay(40, connection.Stop);
                await connection.SendAsync(Ok);
            }
        });

        var result = Identity.Check(await Against(server).Get("/").Sending(20)
            .With(o => o.RequestTimeout = TimeSpan.FromMilliseconds(20)).RunAsync());

        Assert.Equal((20, 20), (result.Sent, result.Failures.Timeouts));
    }

    [Fact]
    public async Task Two_runs_at_once_report_the_overlap()
    {
        var bothSend = new TaskCompletionSource();

        // No answer comes before each of them has sent its requests.
        await using var server = Serve(async connection =>
        {
            while (await connection.ReadRequestAsync() is not null)
            {
                await bothSend.Task.WaitAsync(connection.Stop);
                await connection.SendAsync(Ok);
            }
        });
        var test = Against(server).Get("/").Sending(100);

        var running = Task.WhenAll(test.RunAsync(), test.RunAsync());
        await server.ReceivedAsync(8);
        bothSend.SetResult();
        var together = await running;
        var alone = await test.RunAsync();

        Assert.All(together, r => Assert.Contains(r.Findings, f => f.Name == "Overlap"));
        Assert.DoesNotContain(alone.Findings, f => f.Name == "Overlap");
    }

    [Fact]
    public async Task Sends_exactly_the_number_of_requests_asked_for()
    {
        foreach (var (requests, connections) in new[] { (1, 8), (7, 8), (8, 8), (1000, 8), (999, 1) })
        {
            await using var server = Answering(Ok);

            var result = Identity.Check(await Against(server).Get("/").Sending(requests, connections).RunAsync());

            Assert.Equal((requests, requests, requests), (result.Sent, result.Succeeded, server.Requests));
        }
    }

    [Fact]
    public async Task A_time_limit_ends_a_fixed_number_of_requests()
    {
        await using var server = Serve(async connection =>
        {
            while (await connection.ReadRequestAsync() is not null)
            {
                await Task.Delay(20, connection.Stop);
                await connection.SendAsync(Ok);
            }
        });

        var result = Identity.Check(await Against(server).Get("/").Sending(1_000_000)
            .With(o => o.MaxDuration = TimeSpan.FromMilliseconds(200)).RunAsync());

        Assert.InRange(result.Sent, 0, 999_999);
        Assert.InRange(result.Duration, TimeSpan.Zero, TimeSpan.FromMilliseconds(200));
        Assert.Contains(result.Findings, f => f.Name == "RequestsLeft");
    }

    [Fact]
    public async Task Opens_a_connection_for_each_request_where_the_server_closes()
    {
        await using var server = Serve(async connection =>
        {
            await connection.ReadRequestAsync();
            await connection.SendAsync("HTTP/1.1 200 OK|Connection: close|Content-Length: 2||ok");
        });

        var result = Identity.Check(await Against(server).Get("/").Sending(50).RunAsync());

        Assert.Equal((50, 50, 50), (result.Sent, result.Succeeded, result.ConnectionsOpened));
    }

    [Fact]
    public async Task Sends_several_requests_in_turn_and_counts_them_apart()
    {
        await using var server = Serve(async connection =>
        {
            while (await connection.ReadRequestAsync() is { } request)
            {
                await connection.SendAsync(request.StartsWith("GET /bad", StringComparison.Ordinal)
                    ? "HTTP/1.1 500 Oops|Content-Length: 0||"
                    : Ok);
            }
        });

        var result = Identity.Check(await Against(server).Get("/good").Get("/bad").Get("/fine")
            .Sending(300).RunAsync());

        Assert.Equal(["GET /good", "GET /bad", "GET /fine"], result.Endpoints.Select(e => e.Name));
        Assert.Equal([100, 100, 100], result.Endpoints.Select(e => e.Sent));
        Assert.Equal([0, 100, 0], result.Endpoints.Select(e => e.Failed));
        Assert.Equal(200, result.Latency.Count);
    }

    [Fact]
    public async Task Reads_large_bodies_and_writes_them()
    {
        await using var server = Serve(async connection =>
        {
            while (await connection.ReadRequestAsync() is { } request)
            {
                var body = request[(request.IndexOf("\r\n\r\n", StringComparison.Ordinal) + 4)..];
                await connection.SendAsync($"HTTP/1.1 200 OK|Content-Length: {body.Length}||{body}");
            }
        });

        var result = Identity.Check(await Against(server)
            .Send(LoadRequest.Post("/").WithContent(new byte[1_000_000], "application/octet-stream"))
            .Sending(8).RunAsync());

        Assert.Equal((8, 8), (result.Sent, result.Succeeded));
        Assert.True(result.BytesReceived > 8_000_000);
        Assert.True(result.BytesSent > 8_000_000);
    }

    public sealed class OnEpoll() : WindowTests(LoadEngine.Epoll);

    public sealed class OnUring() : WindowTests(LoadEngine.Uring);

    public sealed class OnEpollOverTls() : WindowTests(LoadEngine.Epoll, isOverTls: true);

    public sealed class OnUringOverTls() : WindowTests(LoadEngine.Uring, isOverTls: true);

    public sealed class OnSocket() : WindowTests(LoadEngine.Socket);
}
