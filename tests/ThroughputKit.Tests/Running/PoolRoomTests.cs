using ThroughputKit.Running;

namespace ThroughputKit.Tests.Running;

public class PoolRoomTests
{
    [Fact]
    public async Task Makes_up_for_threads_that_are_blocked()
    {
        ThreadPool.GetMinThreads(out var before, out var completionPorts);
        using var release = new ManualResetEventSlim();
        var blocked = BlockAllThreads(release, before);

        await PoolRoom.EnsureAsync();

        ThreadPool.GetMinThreads(out var after, out _);
        release.Set();
        await Task.WhenAll(blocked);
        ThreadPool.SetMinThreads(before, completionPorts);
        Assert.True(after > before);
    }

    // More than there are threads or will be without delay, so that some wait for a thread, and whatever is queued later waits
    // behind those.
    private static Task[] BlockAllThreads(ManualResetEventSlim release, int withoutDelay) =>
    [
        .. Enumerable.Range(0, Math.Max(ThreadPool.ThreadCount, withoutDelay) + 3).Select(_ => Task.Factory.StartNew(
            release.Wait, CancellationToken.None, TaskCreationOptions.PreferFairness, TaskScheduler.Default)),
    ];
}
