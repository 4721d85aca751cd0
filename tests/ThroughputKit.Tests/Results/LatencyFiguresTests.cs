using FsCheck;
using FsCheck.Fluent;
using ThroughputKit.Recording;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Results;

/// <summary>Latencies of which some are only known to be at least as long as the wait.</summary>
public class LatencyFiguresTests
{
    private const double Bucket = 1.01; // how far apart two values of one bucket may be

    [Fact]
    public void A_percentile_lies_between_its_bounds_however_long_unanswered_requests_take() =>
        Prop.ForAll(Gen.Choose(1, 1_000).NonEmptyListOf().Zip(Gen.Choose(1, 1_000).Zip(Gen.Choose(0, 1_000)).ListOf()).ToArbitrary(), lists =>
        {
            var (measured, unanswered) = lists;
            var figures = new LatencyFigures(Of(measured), Of(unanswered.Select(u => u.Item1)));
            var truth = new LatencyFigures(Of(measured.Concat(unanswered.Select(u => u.Item1 + u.Item2))));
            return Enumerable.Range(1, 100).All(p => figures.Percentile(p) <= Bucket * truth.Percentile(p) && truth.Percentile(p).TotalMilliseconds <= Bucket * figures.UpperBound(p))
                && figures.Mean <= truth.Mean && figures.Max <= truth.Max;
        }).Check(FixedInputs.Of(300));

    [Fact]
    public void Text_says_which_figures_are_lower_bounds()
    {
        var figures = new LatencyFigures(Of(Enumerable.Repeat(1, 96)), Of([500, 600, 700, 800]));

        Assert.Equal((96, 4), (figures.Count, figures.Unanswered));
        Assert.Equal("mean at least 26.96 ms, p50 1.00 ms, p95 1.00 ms, p99 at least 700.45 ms, max at least 800.00 ms", figures.ToString());
        Assert.Equal((false, false, true), (figures.IsLowerBound(50), figures.IsLowerBound(95), figures.IsLowerBound(99)));
        Assert.Throws<ArgumentOutOfRangeException>(() => figures.IsLowerBound(0));
    }

    [Fact]
    public void No_figure_is_a_lower_bound_if_everything_was_answered()
    {
        var figures = new LatencyFigures(Of([1, 2, 3]), new LatencyHistogram());

        Assert.Equal(0, figures.Unanswered);
        Assert.All(Enumerable.Range(1, 100), p => Assert.False(figures.IsLowerBound(p)));
        Assert.DoesNotContain("at least", figures.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public void The_shortest_latency_is_that_of_a_response() => Assert.Equal(TimeSpan.FromMilliseconds(5), new LatencyFigures(Of([5]), Of([1])).Min);

    [Fact]
    public void Merging_keeps_measured_and_unanswered_latencies_apart()
    {
        var merged = LatencyFigures.Merge([new LatencyFigures(Of([1, 1])), new LatencyFigures(Of([2]), Of([9]))]);

        Assert.Equal((3, 1), (merged.Count, merged.Unanswered));
        Assert.True(merged.IsLowerBound(100));
    }

    private static LatencyHistogram Of(IEnumerable<int> milliseconds)
    {
        var histogram = new LatencyHistogram();
        foreach (var value in milliseconds)
        {
            histogram.Record(value * 1_000_000L);
        }

        return histogram;
    }
}
