using ThroughputKit.Statistics;

namespace ThroughputKit.Tests.Statistics;

public class MedianIntervalTests
{
    [Theory]
    [InlineData(6, 1, 6)] // 96.9% of cases
    [InlineData(8, 1, 8)] // without the extremes it would be 93.0%
    [InlineData(9, 2, 8)] // 96.1%
    [InlineData(15, 4, 12)] // 96.5%
    [InlineData(100, 40, 61)] // 96.5%
    public void Leaves_out_as_many_at_each_end_as_the_binomial_distribution_allows(int values, double low, double high) =>
        Assert.Equal(new Interval(low, high), MedianInterval.Of([.. Enumerable.Range(1, values).Reverse().Select(i => (double)i)]));

    [Theory]
    [InlineData(1)]
    [InlineData(5)]
    public void Five_values_give_none(int values) => Assert.False(MedianInterval.Of([.. Enumerable.Repeat(1.0, values)]).IsBounded);

    [Fact]
    public void Holds_the_median_in_95_of_100_cases()
    {
        var random = new Random(1);
        var holds = Enumerable.Range(0, 20_000).Count(_ =>
        {
            var interval = MedianInterval.Of([.. Enumerable.Range(0, 12).Select(_ => Math.Pow(random.NextDouble(), 3))]);
            return interval.Low <= 0.125 && 0.125 <= interval.High;
        });

        Assert.InRange(holds, 0.955 * 20_000, 0.967 * 20_000); // 96.1% in theory
    }
}
