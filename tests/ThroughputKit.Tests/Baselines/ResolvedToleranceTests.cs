using ThroughputKit.Baselines;

namespace ThroughputKit.Tests.Baselines;

/// <summary>How far a figure may differ from its baseline.</summary>
public class ResolvedToleranceTests
{
    [Theory]
    [InlineData(500, 8)] // bytes
    [InlineData(10_000, 100)] // percent
    [InlineData(50_000, 1_000)] // the variation between processes
    public void Allocated_bytes_may_vary_as_much_as_between_processes(double approved, double expected) =>
        Assert.Equal(expected, new ResolvedTolerance(new BaselineTolerance(), Edge: 0).OfAllocatedBytes(approved));

    [Fact]
    public void A_tighter_tolerance_does_not_go_below_the_variation_between_processes() =>
        Assert.Equal(1_000, new ResolvedTolerance(new BaselineTolerance { Percent = 0 }, Edge: 0).OfAllocatedBytes(50_000));
}
