using ThroughputKit.Running;

namespace ThroughputKit.Tests.Running;

public class ThreadPoolHeadroomTests
{
    [Theory]
    [InlineData(0, 0)] // there is room
    [InlineData(3, 3)]
    [InlineData(100, 8)] // it gives up
    public async Task Raises_the_minimum_until_there_is_room(int threadsMissing, int expectedRaises)
    {
        var raises = 0;

        await ThreadPoolHeadroom.RaiseUntilAsync(() => Task.FromResult(raises == threadsMissing), () => raises++);

        Assert.Equal(expectedRaises, raises);
    }

    [Theory]
    [InlineData(2, null, true, 2)]
    [InlineData(4, null, true, 4)]
    [InlineData(5, null, true, 0)] // a fixture, for example
    [InlineData(4, "4", true, 0)] // ThreadPoolMinThreads
    [InlineData(4, null, false, 0)]
    public void What_xunit_raises_is_told_from_what_others_raise(int minimum, string? configured, bool isXunit, int expected) =>
        Assert.Equal(expected, ThreadPoolHeadroom.OfRunner(minimum, configured, isXunit));

    [Fact]
    [Trait("Category", "Slow")]
    public async Task Makes_up_for_blocked_threads()
    {
        ThreadPool.GetMinThreads(out var before, out var completionPorts);
        using var release = new ManualResetEventSlim();
        List<Task> blocked = [];
        var after = before;

        // If threads were only slow to start, there was room after all and nothing was raised: block more.
        for (var tries = 0; tries < 8 && after == before; tries++)
        {
            blocked.AddRange(BlockAllThreads(release));
            await ThreadPoolHeadroom.EnsureAsync();
            ThreadPool.GetMinThreads(out after, out _);
        }

        release.Set();
        await Task.WhenAll(blocked);
        ThreadPool.SetMinThreads(before, completionPorts);
        Assert.True(after > before);
    }

    // The number of threads that the pool gives without delay can't be read: after load it is above the minimum. So
    // they are blocked until three in a row wait for a thread; whatever is queued later waits behind those.
    private static List<Task> BlockAllThreads(ManualResetEventSlim release)
    {
        List<Task> blocked = [];
        for (var waiting = 0; waiting < 3;)
        {
            var begun = new ManualResetEventSlim();
            blocked.Add(Task.Factory.StartNew(
                () =>
                {
                    begun.Set();
                    release.Wait();
                },
                CancellationToken.None,
                TaskCreationOptions.PreferFairness,
                TaskScheduler.Default));
            waiting = begun.Wait(TimeSpan.FromMilliseconds(300)) ? 0 : waiting + 1;
        }

        return blocked;
    }
}
