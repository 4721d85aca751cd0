using System.Diagnostics;
using Microsoft.AspNetCore.Builder;
using TestApp;
using ThroughputKit.Findings;
using ThroughputKit.Probes;
using ThroughputKit.Recording;
using ThroughputKit.Running;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Findings;

public class ThreadPoolTests
{
    private static readonly PoolUse _quiet = new(Minimum: 2, RaisedMinimum: 0, ThreadsBefore: 4, ThreadsAfter: 4, Looks: 50, Waiting: 0, Pending: 0);

    [Theory]
    [InlineData(50, 25, 0.2, 1.8, false)] // half of the time
    [InlineData(50, 26, 0.2, 1.8, true)]
    [InlineData(4, 4, 0.2, 1.8, false)] // a short window
    [InlineData(50, 50, 1.0, 1.8, false)] // the app itself uses the processor
    [InlineData(50, 50, 0.2, 1.0, false)] // others do
    [InlineData(50, 50, 0.2, null, true)] // what others do isn't known
    public void Threads_are_blocked_when_work_waits_and_the_processor_is_idle(int looks, int waiting, double busy, double? idle, bool expected)
    {
        var result = MadeUp.Result(new LatencyHistogram());

        var finding = Examine(result with
        {
            Cpu = result.Cpu with { BusyCores = busy },
            Machine = new MachineFigures { Cores = 2, IdleCores = idle },
        }, _quiet with { Looks = looks, Waiting = waiting, ThreadsAfter = 9 });

        Assert.Equal(expected, finding is { Severity: FindingSeverity.Warning });
    }

    [Theory]
    [InlineData(64, 128, false)]
    [InlineData(64, 129, true)]
    [InlineData(1, 100, false)]
    [InlineData(1, 101, true)]
    public void Waiting_work_is_reported_when_connections_do_not_explain_it(int connections, long pending, bool expected) => Assert.Equal(
        expected ? $"{pending} work items were still waiting for a pool thread after every request had been answered: the app queues more work than it completes." : null,
        Examine(MadeUp.Result(new LatencyHistogram()) with { Connections = connections }, _quiet with { Pending = pending })?.Message);

    [Theory]
    [InlineData(2, 0, false)]
    [InlineData(3, 0, true)]
    [InlineData(6, 6, false)] // by the kit itself
    [InlineData(7, 6, true)]
    public void A_raised_minimum_is_a_hint(int minimum, int granted, bool expected) => Assert.Equal(
        expected ? $"The thread pool's minimum was raised to {minimum} threads, which are created without delay. The default is 2, one per core." : null,
        Examine(MadeUp.Result(new LatencyHistogram()), _quiet with { Minimum = minimum, RaisedMinimum = granted })?.Message);

    [Fact]
    public void Samples_without_allocating()
    {
        var pool = new PoolWatch();
        pool.Watch(0);
        pool.Restart();
        var before = GC.GetAllocatedBytesForCurrentThread();

        for (var i = 1; i <= 20; i++)
        {
            pool.Watch(i * Stopwatch.Frequency / 20); // every second one is too early
        }

        Assert.Equal(0, GC.GetAllocatedBytesForCurrentThread() - before);
        Assert.Equal(10, pool.Read(granted: 0).Looks);
    }

    [Fact]
    public void Counts_the_looks_at_which_work_waits()
    {
        const int Looks = 5;
        using var release = new ManualResetEventSlim();
        var ended = new CountdownEvent(500); // far more than the pool has threads
        for (var i = 0; i < ended.InitialCount; i++)
        {
            ThreadPool.QueueUserWorkItem(_ =>
            {
                release.Wait();
                ended.Signal();
            });
        }

        var pool = new PoolWatch();
        pool.Restart();
        for (var i = 1; i <= Looks; i++)
        {
            pool.Watch(i * Stopwatch.Frequency);
        }

        var use = pool.Read(granted: 0);
        release.Set();
        ended.Wait();
        Assert.Equal((Looks, Looks), (use.Looks, use.Waiting));
        Assert.InRange(use.Pending, 1, int.MaxValue); // others use the pool too
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task An_app_that_blocks_its_threads_is_reported()
    {
        // Far more requests at once than the pool adds threads for within the window.
        await using var app = Queueing(() => Thread.Sleep(300));
        var plan = LoadTest.For(app).Get("/").Lasting(1_000, connections: 256).Plan.Resolved();
        var run = new RunContext(CancellationToken.None);
        await using var load = await ReadyLoad.PrepareAsync(plan, await plan.Target.StartAsync(TimeSpan.FromSeconds(30), run.Cancellation), run);
        var pool = (await MeasuredPhase.RunWindowAsync(load, printed: null, onlyErrors: false, run)).Pool;

        // On a busy machine nothing is said, so what the run saw of the pool is examined as if it had been a quiet one.
        var result = MadeUp.Result(new LatencyHistogram());
        var finding = Examine(result with { Cpu = result.Cpu with { BusyCores = 0.1 }, Machine = new MachineFigures { Cores = 2, IdleCores = 1.9 } }, pool);
        Assert.True(finding is { Severity: FindingSeverity.Warning }, $"{pool}");
        Assert.EndsWith(" were blocked.", finding.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task An_app_that_queues_more_work_than_it_completes_is_reported()
    {
        var isOver = false;
        await using var app = Queueing(() =>
        {
            // More than there can be threads that have one in hand at any moment.
            for (var i = 0; i < 10; i++)
            {
                ThreadPool.QueueUserWorkItem(GoOn);
            }
        });
        try
        {
            var plan = LoadTest.For(app).Get("/").Sending(150).Plan.Resolved();
            var run = new RunContext(CancellationToken.None);
            await using var load = await ReadyLoad.PrepareAsync(plan, await plan.Target.StartAsync(TimeSpan.FromSeconds(30), run.Cancellation), run);
            var pool = (await MeasuredPhase.RunWindowAsync(load, printed: null, onlyErrors: false, run)).Pool;

            // On a quiet machine the wait for threads is reported first, so what the run saw of the pool is examined as if it had been a busy one.
            var result = MadeUp.Result(new LatencyHistogram()) with { Connections = 4 };
            var finding = Examine(result with { Cpu = result.Cpu with { BusyCores = 2 }, Machine = new MachineFigures { Cores = 2, IdleCores = 0 } }, pool);
            Assert.Contains(" work items were still waiting for a pool thread ", finding?.Message, StringComparison.Ordinal);
        }
        finally
        {
            Volatile.Write(ref isOver, true); // the pool is that of all tests
        }

        // Waits behind everything else, so that the requests have their turn.
        void GoOn(object? state)
        {
            if (!Volatile.Read(ref isOver))
            {
                ThreadPool.QueueUserWorkItem(GoOn);
            }
        }
    }

    [Fact]
    public async Task A_minimum_that_the_test_raised_is_reported_and_one_that_the_kit_raised_is_not()
    {
        ThreadPool.GetMinThreads(out var before, out var completionPorts);
        var test = LoadTest.For<App>().Get("/text").Sending(50);

        var quiet = await test.RunAsync();
        ThreadPool.SetMinThreads(500, completionPorts);
        var raised = await test.RunAsync();

        ThreadPool.SetMinThreads(before, completionPorts);
        Assert.DoesNotContain(quiet.Findings, f => f.Message.StartsWith("The thread pool's minimum", StringComparison.Ordinal));
        Assert.StartsWith("The thread pool's minimum was raised to 500 threads, which are created without delay. ", Assert.Single(raised.Findings, f => f.Name == FindingNames.ThreadPool).Message, StringComparison.Ordinal);
    }

    private static WebApplication Queueing(Action queue)
    {
        var builder = WebApplication.CreateBuilder(["--urls=http://127.0.0.1:0", "--Logging:LogLevel:Default=Warning"]);
        var app = builder.Build();
        app.MapGet("/", queue);
        return app;
    }

    private static Finding? Examine(LoadResult result, PoolUse? pool) =>
        ThreadPoolRule.Examine(MadeUp.Facts(result) with { Observed = new Observations { Pool = pool } });
}
