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

    [Theory]
    [InlineData(0, 8)]
    [InlineData(0.1, 50)]
    [InlineData(1, 500)] // the default, but set
    [InlineData(5, 2_500)]
    public void A_percentage_that_is_set_applies_to_requests_of_any_size(double percent, double expected) =>
        Assert.Equal(expected, new ResolvedTolerance(new BaselineTolerance { Percent = percent }, Edge: 0).OfAllocatedBytes(50_000), 9);

    [Fact]
    public void Bytes_that_are_set_leave_the_percentage_as_it_is() =>
        Assert.Equal(1_000, new ResolvedTolerance(new BaselineTolerance { Bytes = 8 }, Edge: 0).OfAllocatedBytes(50_000));
}
