using ThroughputKit.Running;

namespace ThroughputKit.Tests.Running;

public class PoolRoomTests
{
    [Fact]
    public async Task Makes_up_for_threads_that_are_blocked()
    {
        ThreadPool.GetMinThreads(out var before, out var completionPorts);
        using var release = new ManualResetEventSlim();
        var blocked = BlockAllThreads(release);

        await PoolRoom.EnsureAsync();

        ThreadPool.GetMinThreads(out var after, out _);
        release.Set();
        await Task.WhenAll(blocked);
        ThreadPool.SetMinThreads(before, completionPorts);
        Assert.True(after > before);
    }

    // The last of them waits for a thread itself.
    private static List<Task> BlockAllThreads(ManualResetEventSlim release)
    {
        var blocked = new List<Task>();
        do
        {
            blocked.Add(Task.Run(release.Wait));
            Thread.Sleep(TimeSpan.FromMilliseconds(10));
        }
        while (ThreadPool.PendingWorkItemCount == 0);

        return blocked;
    }
}
