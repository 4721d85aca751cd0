using ThroughputKit.Hosting;
using ThroughputKit.Planning;
using ThroughputKit.Recording;
using ThroughputKit.Running;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Recording;

public class RecorderSetTests
{
    private const int Requests = 200;
    private const int ThreadsOfEpoll = 4; // for 64 connections on a machine with many cores
    private const long Megabyte = 1024 * 1024;

    [Fact]
    public void A_plan_of_many_requests_takes_little_memory_on_many_cores()
    {
        var before = GC.GetAllocatedBytesForCurrentThread();
        using var recorders = new RecorderSet(Requests, isPaced: false, cores: 64);
        var made = GC.GetAllocatedBytesForCurrentThread() - before;

        OnThreads(ThreadsOfEpoll, () => recorders.Current);

        Assert.InRange(made, 1, 32 * Megabyte);
        Assert.InRange(made + recorders.LateBytes, 1, 40 * Megabyte);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(Requests)]
    public void Allocation_by_late_threads_is_known(int requests)
    {
        const int Threads = 12;
        using var recorders = new RecorderSet(requests, isPaced: true, cores: 1);
        long allocated = 0;

        OnThreads(Threads, () =>
        {
            var before = GC.GetAllocatedBytesForCurrentThread();
            var recorder = recorders.Current;
            Interlocked.Add(ref allocated, GC.GetAllocatedBytesForCurrentThread() - before);
            return recorder;
        });

        Assert.InRange(recorders.HeldBytes, 1, recorders.LateBytes);
        Assert.InRange(allocated - recorders.LateBytes, 0, Threads * 1024); // the slots of the threads themselves
    }

    [Fact]
    public void Each_thread_has_its_own_recorder_and_leaves_it_to_another_when_it_ends()
    {
        using var recorders = new RecorderSet(1);

        var first = OnThreads(3, () => recorders.Current);
        first[0].Begin(0);
        var later = OnThreads(3, () => recorders.Current);

        Assert.Equal(3, first.Distinct().Count());
        Assert.Equal(first.ToHashSet(), [.. later]);
        Assert.Equal(1, recorders.Merge().Sent); // nothing is lost when a thread ends
    }

    [Fact]
    public async Task The_kits_recorders_are_not_counted_as_growth_of_the_apps_heap()
    {
        // More requests than a plan may have: their recorders are far larger than what else may come and go on the heap.
        const int Many = 1_000;
        await using var server = ScriptedServer.Answering("HTTP/1.1 200 OK|Content-Length: 0||");
        var plan = new LoadPlan(new UriTarget(server.Address.OriginalString))
        {
            Requests = [.. Enumerable.Range(0, Many).Select(i => LoadRequest.Get($"/{i}"))],
            Options = new LoadOptions { Connections = 4, Requests = Many, WarmUp = TimeSpan.Zero },
        };
        await using var load = await ReadyLoad.PrepareAsync(plan, new RunningApp { Address = server.Address }, new RunContext(CancellationToken.None));

        var window = await MeasuredPhase.RunWindowAsync(load, printed: null, onlyErrors: false, new RunContext(CancellationToken.None));

        Assert.InRange(load.Phases.HeldBytes, 32 * Megabyte, long.MaxValue);
        Assert.InRange(window.HeapDelta!.Value, -16 * Megabyte, 16 * Megabyte);
    }

    // All at the same time, so that none takes over another's recorder.
    private static Recorder[] OnThreads(int count, Func<Recorder> take)
    {
        var taken = new Recorder[count];
        using var all = new Barrier(count);
        Thread[] threads = [.. Enumerable.Range(0, count).Select(i => new Thread(() =>
        {
            all.SignalAndWait();
            taken[i] = take();
            all.SignalAndWait();
        }))];
        Array.ForEach(threads, t => t.Start());
        Array.ForEach(threads, t => t.Join());
        return taken;
    }
}
