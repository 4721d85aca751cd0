using ThroughputKit.Planning;

namespace ThroughputKit.Tests.Planning;

/// <summary>What gates and baselines ask of a run.</summary>
public class LoadPlanTests
{
    private static readonly LoadPlan _plan = new(Target: null!);

    [Fact]
    public void A_gate_on_allocated_bytes_lets_a_run_measure_them()
    {
        Assert.Equal(5, Within(new() { MaxAllocatedBytesPerRequest = 5 }).MaxAllocatedBytesPerRequest);
        Assert.Null(Within(new() { MinRps = 1 }).MaxAllocatedBytesPerRequest);
        Assert.Null(_plan.MaxAllocatedBytesPerRequest);
    }

    [Fact]
    public void A_gate_on_retained_bytes_lets_a_run_measure_them()
    {
        Assert.Equal(5, Within(new() { MaxRetainedBytesPerRequest = 5 }).MaxRetainedBytesPerRequest);
        Assert.Null(Within(new() { MaxAllocatedBytesPerRequest = 1 }).MaxRetainedBytesPerRequest);
    }

    [Theory]
    [InlineData(7, null, 7)]
    [InlineData(7, 5.0, 5)]
    [InlineData(7, 9.0, 7)]
    public void A_baseline_lets_a_run_measure_allocated_bytes_too(double ofBaseline, double? ofGate, double expected) =>
        Assert.Equal(expected, (Within(new() { MaxAllocatedBytesPerRequest = ofGate }) with { MaxBaselineBytes = ofBaseline }).MaxAllocatedBytesPerRequest);

    [Fact]
    public void Gates_that_allow_errors_let_an_app_be_loaded_that_returns_nothing_else()
    {
        Assert.True(Within(new() { MaxFailures = 1 }).AllowsErrors);
        Assert.True(Within(new() { MaxFailurePercent = 1 }).AllowsErrors);
        Assert.False(Within(new() { MaxFailures = 0 }).AllowsErrors);
    }

    private static LoadPlan Within(LoadGates gates) => _plan with { Gates = gates };
}
