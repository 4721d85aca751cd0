using FsCheck;
using FsCheck.Fluent;
using HdrHistogram;
using ThroughputKit.Recording;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Recording;

public class LatencyHistogramTests
{
    private static readonly double[] _percents = [0.001, 1, 25, 50, 75, 90, 99, 99.9, 99.99, 100];

    // Values of every magnitude, not only those near zero.
    private static readonly Gen<long> _latency =
        Gen.Choose(0, 41).Zip(Gen.Choose(0, int.MaxValue)).Select(x => (long)((1L << x.Item1) * (1 + ((double)x.Item2 / int.MaxValue))));

    [Fact]
    public void A_percentile_is_never_below_the_true_value_and_at_most_1_percent_above_it() =>
        Prop.ForAll(_latency.NonEmptyListOf().ToArbitrary(), latencies =>
        {
            long[] sorted = [.. latencies.Order()];
            var histogram = Of(latencies);
            return _percents.All(percent =>
            {
                var exact = sorted[Math.Max(1, (int)Math.Ceiling(sorted.Length * (percent / 100))) - 1];
                var read = histogram.Percentile(percent);
                return read >= exact && read <= exact * 1.01;
            });
        }).Check(FixedInputs.Of(500));

    [Fact]
    public void The_mean_of_very_many_long_waits_is_one_of_them()
    {
        var histogram = Of([LatencyHistogram.MaxValue]);
        for (var i = 0; i < 30; i++)
        {
            histogram.Add(histogram); // twice as many
        }

        Assert.Equal((1L << 30, LatencyHistogram.MaxValue), (histogram.Count, histogram.Mean));
    }

    // With 1,000 values every percentile has the same rank in both: HdrHistogram rounds ranks to the nearest, not up. From 2^41 on, HdrHistogram 2.5.0
    // returns a value of a lower bucket.
    [Fact]
    public void Percentiles_match_another_implementation() =>
        Prop.ForAll(_latency.Select(l => l >> 1).ListOf(1_000).ToArbitrary(), latencies =>
        {
            var histogram = Of(latencies);
            var other = new LongHistogram(highestTrackableValue: LatencyHistogram.MaxValue + 1, numberOfSignificantValueDigits: 3);
            foreach (var latency in latencies)
            {
                other.RecordValue(latency);
            }

            return _percents.All(percent =>
            {
                var expected = other.GetValueAtPercentile(percent);
                var read = histogram.Percentile(percent);
                return read >= other.LowestEquivalentValue(expected) && read <= other.HighestEquivalentValue(expected) * (1 + (1 / 128.0));
            });
        }).Check(FixedInputs.Of(50));

    [Fact]
    public void Merging_is_the_same_as_recording_into_one() =>
        Prop.ForAll(_latency.ListOf().Zip(_latency.ListOf()).ToArbitrary(), lists =>
        {
            var merged = Of(lists.Item1);
            merged.Add(Of(lists.Item2));
            var whole = Of([.. lists.Item1, .. lists.Item2]);
            return merged.Count == whole.Count && merged.Min == whole.Min && merged.Max == whole.Max
                && _percents.All(p => merged.Percentile(p) == whole.Percentile(p))
                && Math.Abs(merged.Mean - whole.Mean) <= whole.Mean * 1e-12;
        }).Check(FixedInputs.Of(200));

    [Fact]
    public void Buckets_follow_each_other_without_gap_or_overlap()
    {
        for (var bucket = 1; bucket <= LatencyHistogram.BucketOf(LatencyHistogram.MaxValue); bucket++)
        {
            Assert.Equal(LatencyHistogram.UpperEdge(bucket - 1) + 1, LatencyHistogram.LowerEdge(bucket));
            Assert.Equal(bucket, LatencyHistogram.BucketOf(LatencyHistogram.LowerEdge(bucket)));
            Assert.Equal(bucket, LatencyHistogram.BucketOf(LatencyHistogram.UpperEdge(bucket)));
        }
    }

    [Fact]
    public void Mean_and_deviation_are_those_of_the_values()
    {
        var histogram = Of([2, 4, 4, 4, 5, 5, 7, 9]);

        Assert.Equal((5, 2), (histogram.Mean, histogram.StandardDeviation));
        Assert.Equal((2, 9), (histogram.Min, histogram.Max));
        Assert.Equal(0.75, histogram.ShareWithin(3, 7));
    }

    [Theory]
    [InlineData(-1)]
    [InlineData(long.MinValue)]
    [InlineData(LatencyHistogram.MaxValue + 1)]
    [InlineData(long.MaxValue)]
    public void Values_out_of_range_are_counted_at_the_nearer_end(long value)
    {
        var histogram = Of([value, 1000]);

        Assert.Equal((2, 1), (histogram.Count, histogram.Clamped));
        Assert.Equal(value < 0 ? 0 : LatencyHistogram.MaxValue, value < 0 ? histogram.Min : histogram.Max);
    }

    [Theory]
    [InlineData(1_000)]
    [InlineData(10_000)]
    public void A_percentile_is_not_one_rank_too_high(int count)
    {
        // The last value is far above all others: only the maximum may show it.
        var histogram = Of([.. Enumerable.Repeat(100L, count - 1), 200]);

        Assert.Equal((100, 200), (histogram.Percentile(99.9), histogram.Percentile(100)));
    }

    [Fact]
    public void An_empty_histogram_reads_zero() => Assert.Equal((0, 0, 0), (Of([]).Percentile(99), Of([]).Mean, Of([]).StandardDeviation));

    private static LatencyHistogram Of(IEnumerable<long> latencies)
    {
        var histogram = new LatencyHistogram();
        foreach (var latency in latencies)
        {
            histogram.Record(latency);
        }

        return histogram;
    }
}
