using ThroughputKit.Planning;
using ThroughputKit.Testing;

namespace ThroughputKit.Tests.Testing;

/// <summary>What a test asks of the runs that it begins, and what it knows of them.</summary>
public class TestRunScopeTests
{
    private static readonly LoadPlan _plan = new(Target: null!);

    [Theory]
    [InlineData(0, 1)]
    [InlineData(3_600, 3)]
    public async Task Without_time_for_another_attempt_there_is_none(double seconds, int attempts)
    {
        var scope = new TestRunScope(new LoadGates { MinRps = 1e9 }, TimeSpan.FromSeconds(seconds), CancellationToken.None);

        await Methods.Quick.RunAsync(scope, CancellationToken.None);

        Assert.Equal(attempts, scope.Measured.Attempts.Count());
    }

    [Fact]
    public void A_gate_on_allocated_bytes_lets_runs_measure_them()
    {
        Assert.Equal(5, Of(new() { MaxAllocatedBytesPerRequest = 5 }).Adjust(_plan).MaxAllocatedBytesPerRequest);
        Assert.Null(Of(new() { MinRps = 1 }).Adjust(_plan).MaxAllocatedBytesPerRequest);
    }

    [Fact]
    public void A_gate_on_retained_bytes_lets_runs_measure_them()
    {
        Assert.Equal(5, Of(new() { MaxRetainedBytesPerRequest = 5 }).Adjust(_plan).MaxRetainedBytesPerRequest);
        Assert.Null(Of(new() { MaxAllocatedBytesPerRequest = 1 }).Adjust(_plan).MaxRetainedBytesPerRequest);
    }

    [Fact]
    public void A_baseline_lets_runs_measure_allocated_bytes_and_approving_it_their_types()
    {
        var scope = new TestRunScope(new LoadGates(), timeLimit: null, CancellationToken.None) { MaxAllocatedBytesPerRequest = 7, IsApproving = true };

        Assert.Equal((7, true), (scope.Adjust(_plan).MaxAllocatedBytesPerRequest, scope.Adjust(_plan).SamplesTypes));
        Assert.False(Of(new() { MaxAllocatedBytesPerRequest = 7 }).Adjust(_plan).SamplesTypes);
    }

    [Fact]
    public void Gates_that_allow_errors_let_an_app_be_loaded_that_returns_nothing_else()
    {
        Assert.True(Of(new() { MaxFailures = 1 }).Adjust(_plan).AllowsErrors);
        Assert.True(Of(new() { MaxFailurePercent = 1 }).Adjust(_plan).AllowsErrors);
        Assert.False(Of(new() { MaxFailures = 0 }).Adjust(_plan).AllowsErrors);
    }

    [Fact]
    public async Task Runs_are_unfinished_until_they_end_and_then_measured_or_failed()
    {
        var scope = Of(new());
        var end = new TaskCompletionSource<int>();

        var run = scope.RunAsync(_ => end.Task, CancellationToken.None);
        _ = Assert.Single(scope.Unfinished);
        end.SetException(new InvalidOperationException("2 is not 3"));
        await Assert.ThrowsAsync<InvalidOperationException>(() => run);

        Assert.Empty(scope.Unfinished);
        Assert.Equal("2 is not 3", Assert.Single(scope.Failures).Message);
        Assert.Empty(scope.Measured.Verdicts);
    }

    private static TestRunScope Of(LoadGates gates) => new(gates, timeLimit: null, CancellationToken.None);
}
