namespace ThroughputKit.Tests.Isolation;

/// <summary>One measurement at a time, with real files. Other locks on the same file stand for other processes.</summary>
public sealed class MachineLockTests : MachineLockTestBase
{
    [Fact]
    public async Task The_first_enters_without_waiting()
    {
        using var held = await EnterAsync();

        Assert.NotNull(held);
        Assert.Empty(_announced);
    }

    [Fact]
    public async Task The_second_waits_for_the_first_and_says_so()
    {
        var first = await EnterAsync();

        var second = EnterAsync();
        await Until(() => _announced.Count > 0);
        Assert.False(second.IsCompleted);
        first!.Dispose();
        using var held = await second;

        Assert.NotNull(held);
        Assert.Equal($"Waiting for the process that holds {LockPath}: only one measurement at a time runs on a machine. If that process waits for this one, give this one a lock file of its own with THROUGHPUTKIT_LOCK_FILE.", Assert.Single(_announced));
    }

    [Fact]
    public async Task Waiting_ends_at_the_limit()
    {
        using var first = await EnterAsync();

        Assert.Null(await EnterAsync(TimeSpan.FromMilliseconds(60)));
    }

    [Fact]
    public async Task Waiting_can_be_cancelled()
    {
        using var first = await EnterAsync();
        using var cancellation = new CancellationTokenSource(TimeSpan.FromMilliseconds(60));

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => Lock().EnterAsync(_long, _announced.Add, cancellation.Token));
    }

    [Fact]
    public async Task Two_are_never_inside_at_once()
    {
        var (inside, most, done) = (0, 0, 0);

        await Task.WhenAll(Enumerable.Range(0, 8).Select(_ => Task.Run(async () =>
        {
            for (var i = 0; i < 5; i++)
            {
                using var held = await Lock().EnterAsync(_long, _ => { }, CancellationToken.None);
                most = Math.Max(most, Interlocked.Increment(ref inside));
                await Task.Delay(1);
                Interlocked.Decrement(ref inside);
                Interlocked.Increment(ref done);
            }
        })));

        Assert.Equal((1, 40), (most, done));
    }

    [Fact]
    public async Task A_holder_that_enters_again_lets_a_waiter_in_first()
    {
        var mine = await EnterAsync();
        var other = EnterAsync();
        await Until(() => _announced.Count > 0);

        mine!.Dispose();
        var again = EnterAsync();
        using (await other)
        {
            Assert.False(again.IsCompleted);
        }

        (await again)!.Dispose();
    }
}
