using ThroughputKit.Isolation;
using ThroughputKit.Testing;

namespace ThroughputKit.Tests.Testing;

/// <summary>Timeouts, cancellation, and waiting for other measurements.</summary>
public sealed class GatedTestTimeoutTests : GatedTestBase
{
    private static readonly TimeSpan _hang = TimeSpan.FromSeconds(60);

    [Theory]
    [InlineData(nameof(Methods.Long), "A load test was running. It needs time for the start, a warm-up (2 to 15 s by default) and its duration (5 s by default). Raise Timeout, or shorten the warm-up or the duration.")]
    [InlineData(nameof(Methods.Blocks), "The method itself had not ended. If it runs a load, raise Timeout, or shorten the warm-up or the duration; otherwise it waits for something.")]
    public async Task A_test_that_takes_longer_than_its_timeout_is_ended(string name, string cause)
    {
        var exception = await Assert.ThrowsAsync<LoadTestException>(() => TimeOutAsync(name));

        Assert.Equal(
            $"{name} did not finish within its Timeout of 1,000 ms. Expected: a test that finishes within it; waiting for other measurements isn't counted. "
            + cause,
            Assert.Single(exception.Problems));
    }

    [Fact]
    public async Task Waiting_for_others_is_not_counted_in_the_timeout()
    {
        var time = new TimeUp();
        var other = await new MachineLock(_folder.File("measuring.lock")).EnterAsync(TimeSpan.Zero, _ => { }, CancellationToken.None);
        var test = RunAsync(nameof(Methods.RunsNothing), new(), TimeSpan.FromSeconds(30), time: time);

        Assert.True(SpinWait.SpinUntil(() => _output.Count > 0, _hang)); // it says that it waits
        Assert.Equal((false, 0), (test.IsCompleted, time.Timers));
        other!.Dispose();

        await test;
        Assert.StartsWith("Waiting for ", _output[0], StringComparison.Ordinal);
        Assert.Equal(1, time.Timers);
    }

    [Fact]
    public async Task A_test_that_waits_too_long_for_others_is_skipped_never_passed()
    {
        _environment[KitEnvironment.MaxWaitVariable] = "0.05";
        using var other = await new MachineLock(_folder.File("measuring.lock")).EnterAsync(TimeSpan.Zero, _ => { }, CancellationToken.None);

        var outcome = await RunAsync(nameof(Methods.ReturnsTest), new());

        Assert.Equal(
            "Inconclusive: nothing was measured because other processes were measuring on this machine for 0.05 s. "
            + "Wait for them to finish, or allow a longer wait with THROUGHPUTKIT_MAX_WAIT_SECONDS.",
            outcome.SkipReason);
    }

    [Fact]
    public async Task A_cancelled_test_ends()
    {
        var methods = new Methods();
        using var cancellation = new CancellationTokenSource();
        var test = RunAsync(nameof(Methods.Long), new(), instance: methods, cancellationToken: cancellation.Token);

        await Task.WhenAny(methods.HasBegun, test).WaitAsync(_hang); // one that ends before it has begun says why
        await cancellation.CancelAsync();

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => test);
    }

    // The time is up once the method has begun what it never ends.
    private async Task TimeOutAsync(string name)
    {
        var (methods, time) = (new Methods(), new TimeUp());
        var test = RunAsync(name, new(), TimeSpan.FromSeconds(1), instance: methods, time: time);
        try
        {
            await Task.WhenAny(methods.HasBegun, test).WaitAsync(_hang); // one that ends before it has begun says why
            time.Fire();
            await test;
        }
        finally
        {
            methods.End();
        }
    }
}
