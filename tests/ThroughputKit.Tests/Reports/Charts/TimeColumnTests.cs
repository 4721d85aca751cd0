using ThroughputKit.Reports;

namespace ThroughputKit.Tests.Reports.Charts;

public class TimeColumnTests
{
    [Fact]
    public void Merged_columns_have_the_mean_the_least_and_the_largest_of_all()
    {
        var columns = TimeColumn.Latency([Interval(0, 10, 1, 5), Interval(1, 30, 2, 9), Interval(2, 0, 0, 0), Interval(3, 0, 0, 0), Interval(4, 1, 7, 7)]);

        var merged = TimeColumn.Merge(columns, 3);

        Assert.Equal([(0, 40, 1.75, 1, 9), (2, 0, 0, 0, 0), (4, 1, 7, 7, 7)], merged.Select(c => (c.Start, c.Weight, c.Mean, c.Least, c.Most)));
    }

    [Theory]
    [InlineData(512, 300, 256)]
    [InlineData(300, 300, 300)]
    [InlineData(2, 300, 2)]
    public void There_are_no_more_columns_than_may_be(int intervals, int max, int expected) =>
        Assert.Equal(expected, TimeColumn.Merge(TimeColumn.Throughput([.. Enumerable.Range(0, intervals).Select(i => Interval(i, 1, 1, 1))]), max).Count);

    [Fact]
    public void A_last_interval_that_is_short_is_no_peak()
    {
        var columns = TimeColumn.Throughput([Interval(0, 100, 1, 1), Interval(1, 100, 1, 1), Interval(2, 20, 1, 1) with { Length = TimeSpan.FromMilliseconds(10) }]);

        Assert.Equal([100, 119], columns.Select(c => Math.Round(c.Most)));
        Assert.Equal(2.01, columns[^1].End, 6);
    }

    [Fact]
    public void Merged_columns_have_all_collections_and_none_is_not_unknown()
    {
        LoadInterval[] intervals = [.. ReportSamples.Intervals(100, TimeSpan.FromMilliseconds(10), 250)];

        Assert.Equal([0, 1], TimeColumn.Merge(TimeColumn.Throughput(intervals), 2).Select(c => c.Collections));
        Assert.Equal([null], TimeColumn.Merge(TimeColumn.Throughput([.. intervals.Select(i => i with { Memory = null })]), 1).Select(c => c.Collections));
    }

    private static LoadInterval Interval(int second, long succeeded, double meanMs, double maxMs) => new()
    {
        Start = TimeSpan.FromSeconds(second),
        Length = TimeSpan.FromSeconds(1),
        Succeeded = succeeded,
        Failed = 0,
        MeanLatency = TimeSpan.FromMilliseconds(meanMs),
        MaxLatency = TimeSpan.FromMilliseconds(maxMs),
    };
}
