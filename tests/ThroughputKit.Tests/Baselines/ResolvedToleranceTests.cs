using ThroughputKit.Baselines;

namespace ThroughputKit.Tests.Baselines;

/// <summary>How far a figure may lie from its baseline.</summary>
public class ResolvedToleranceTests
{
    [Theory]
    [InlineData(500, 8)] // bytes
    [InlineData(10_000, 100)] // percent
    [InlineData(50_000, 1_000)] // what processes differ by
    public void Allocated_bytes_may_differ_by_what_processes_differ_by(double approved, double expected) =>
        Assert.Equal(expected, new ResolvedTolerance(new BaselineTolerance(), Edge: 0).OfAllocatedBytes(approved));

    [Fact]
    public void A_tighter_tolerance_does_not_go_below_that() =>
        Assert.Equal(1_000, new ResolvedTolerance(new BaselineTolerance { Percent = 0 }, Edge: 0).OfAllocatedBytes(50_000));
}
