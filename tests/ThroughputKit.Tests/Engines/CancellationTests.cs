using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Engines;

/// <summary>Runs that are cancelled at a random moment. Each case has a seed, so that a failing one can be repeated.</summary>
public abstract class CancellationTests(LoadEngine engine, bool isOverTls = false) : EngineTests(engine, isOverTls)
{
    private const string Ok = "HTTP/1.1 200 OK|Content-Length: 2||ok";
    private static readonly TimeSpan _hang = TimeSpan.FromSeconds(60);

    public static TheoryData<int> MoreSeeds => [.. Enumerable.Range(4, 16)];

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    public Task A_cancelled_run_returns_its_figures_or_throws_and_leaves_nothing_behind(int seed) => CancelAsync(seed);

    [Theory]
    [Trait("Category", "Slow")]
    [MemberData(nameof(MoreSeeds))]
    public Task So_does_one_that_is_cancelled_at_another_moment(int seed) => CancelAsync(seed);

    private async Task CancelAsync(int seed)
    {
        var random = new Random(seed);
        using var cancellation = new CancellationTokenSource();
        await using var server = Server(random, cancellation);
        var test = Shape(random, Against(server).Get("/a").Get("/b"));
        if (random.Next(2) == 0)
        {
            cancellation.CancelAfter(random.Next(700));
        }

        try
        {
            var result = Identity.Check(await test.RunAsync(cancellation.Token).WaitAsync(_hang));

            Assert.True(!result.WasCancelled || cancellation.IsCancellationRequested);
            Assert.Equal(result.WasCancelled, result.Findings.Any(f => f is { Name: "Cancelled", Severity: FindingSeverity.Error }));
            Assert.True(result.Pacing is null || result.Pacing.Lateness.Count == result.Sent);
        }
        catch (OperationCanceledException e)
        {
            Assert.Equal(cancellation.Token, e.CancellationToken);
            Assert.True(cancellation.IsCancellationRequested);
        }

        await server.ClosedAsync();
        Assert.Empty(await KitThreads.LeftAsync());
    }

    // A server that answers at once, one that keeps requests in flight beyond the window, or one that stops answering at some time; it may cancel at some request.
    private ScriptedServer Server(Random random, CancellationTokenSource cancellation)
    {
        var (delay, cancelAt, hangFrom) = (random.Next(3) switch { 0 => 0, 1 => random.Next(30), _ => random.Next(400) }, random.Next(1, 400), random.Next(3) == 0 ? random.Next(1, 200) : int.MaxValue);
        return Serve(async connection =>
        {
            while (await connection.ReadRequestAsync() is not null)
            {
                if (connection.Number == cancelAt)
                {
                    await cancellation.CancelAsync();
                }

                if (connection.Number >= hangFrom)
                {
                    await connection.HangAsync();
                    return;
                }

                if (delay > 0)
                {
                    await Task.Delay(delay, connection.Stop);
                }

                await connection.SendAsync(Ok);
            }
        });
    }

    private static LoadTest Shape(Random random, LoadTest test)
    {
        test = test.With(o =>
        {
            o.Connections = random.Next(1, 9);
            o.RequestTimeout = TimeSpan.FromMilliseconds(300);
            o.WarmUp = TimeSpan.FromMilliseconds(random.Next(150));
            o.MaxWarmUp = o.WarmUp;
        });
        return random.Next(3) switch
        {
            0 => test.With(o => o.Duration = TimeSpan.FromMilliseconds(150)),
            1 => test.With(o => o.Requests = 200),
            _ => test.AtRate(random.Next(20, 2_000)).With(o => o.Duration = TimeSpan.FromMilliseconds(150)),
        };
    }

    public sealed class OnEpoll() : CancellationTests(LoadEngine.Epoll);

    public sealed class OnUring() : CancellationTests(LoadEngine.Uring);

    public sealed class OnEpollOverTls() : CancellationTests(LoadEngine.Epoll, isOverTls: true);

    public sealed class OnUringOverTls() : CancellationTests(LoadEngine.Uring, isOverTls: true);

    public sealed class OnSocket() : CancellationTests(LoadEngine.Socket);

    public sealed class OnClient() : CancellationTests(LoadEngine.Client);
}
