using ThroughputKit.Isolation;
using ThroughputKit.Testing;

namespace ThroughputKit.Tests.Testing;

/// <summary>Timeouts, cancellation, and waiting for other measurements.</summary>
public sealed class GatedTestTimeoutTests : GatedTestBase
{
    [Fact]
    public async Task A_timeout_keeps_what_was_measured_before_it()
    {
        await Assert.ThrowsAsync<LoadTestException>(() => RunAsync(nameof(Methods.WaitsAfterItsRun), new(), TimeSpan.FromSeconds(1)));

        Assert.StartsWith("GET /text: ", Assert.Single(_output), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(nameof(Methods.Long), "A load test was running. It needs time for the start, a warm-up (2 to 15 s by default) and its duration (5 s by default). Raise Timeout, or shorten the warm-up or the duration.")]
    [InlineData(nameof(Methods.Blocks), "No load test was running at that time, so the method itself waits for something.")]
    public async Task A_test_that_takes_longer_than_its_timeout_is_ended(string name, string cause)
    {
        var exception = await Assert.ThrowsAsync<LoadTestException>(() => RunAsync(name, new(), TimeSpan.FromSeconds(1)));

        Assert.Equal(
            $"{name} did not finish within its Timeout of 1,000 ms. Expected: a test that finishes within it; waiting for other measurements isn't counted. "
            + cause,
            Assert.Single(exception.Problems));
    }

    [Fact]
    public async Task Waiting_for_others_is_not_counted_in_the_timeout()
    {
        var other = await new MachineLock(_folder.File("measuring.lock"), inherited: null, Environment.ProcessId).EnterAsync(TimeSpan.Zero, _ => { }, CancellationToken.None);
        var test = RunAsync(nameof(Methods.RunsNothing), new(), TimeSpan.FromSeconds(30));

        await Task.Delay(100);
        Assert.False(test.IsCompleted);
        other!.Dispose();

        Assert.StartsWith("RunsNothing ran no load test.", Assert.Single((await Assert.ThrowsAsync<LoadTestException>(() => test)).Problems), StringComparison.Ordinal);
        Assert.StartsWith("Waiting for ", _output[0], StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_test_that_waits_too_long_for_others_is_skipped_never_passed()
    {
        _environment[KitEnvironment.MaxWaitVariable] = "0.05";
        using var other = await new MachineLock(_folder.File("measuring.lock"), inherited: null, Environment.ProcessId).EnterAsync(TimeSpan.Zero, _ => { }, CancellationToken.None);

        var outcome = await RunAsync(nameof(Methods.ReturnsTest), new());

        Assert.Equal(
            "Inconclusive: nothing was measured because other processes were measuring on this machine for 0.05 s. "
            + "Wait for them to finish, or allow a longer wait with THROUGHPUTKIT_MAX_WAIT_SECONDS.",
            outcome.SkipReason);
    }

    [Fact]
    public async Task A_cancelled_test_ends()
    {
        using var cancellation = new CancellationTokenSource(TimeSpan.FromSeconds(1));

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => RunAsync(nameof(Methods.Long), new(), cancellationToken: cancellation.Token));
    }
}
