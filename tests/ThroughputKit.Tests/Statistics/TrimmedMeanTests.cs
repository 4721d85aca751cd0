using FsCheck;
using FsCheck.Fluent;
using MathNet.Numerics.Statistics;
using ThroughputKit.Statistics;

namespace ThroughputKit.Tests.Statistics;

public class TrimmedMeanTests
{
    private static readonly double[] _values = [3, 1, 4, 1, 5, 9, 2, 6, 5, 100];

    [Fact]
    public void Without_trimming_it_is_the_mean_and_its_standard_error() => Prop.ForAll(
        Gen.Choose(-1_000, 1_000).Select(v => v / 10.0).ListOf().Where(l => l.Count > 1).ToArbitrary(),
        values =>
        {
            var mean = TrimmedMean.Of(values, share: 0);
            return Math.Abs(mean.Center - values.Mean()) < 1e-9
                && Math.Abs(mean.StandardError - (values.StandardDeviation() / Math.Sqrt(values.Count))) < 1e-9
                && mean.DegreesOfFreedom == values.Count - 1;
        }).QuickCheckThrowOnFailure();

    [Fact]
    public void What_is_put_aside_counts_as_its_neighbour_in_the_standard_error()
    {
        var mean = TrimmedMean.Of(_values, share: 0.1);

        double[] winsorized = [1, 1, 2, 3, 4, 5, 5, 6, 9, 9];
        Assert.Equal(new double[] { 1, 2, 3, 4, 5, 5, 6, 9 }.Average(), mean.Center, precision: 12);
        Assert.Equal(winsorized.StandardDeviation() / (0.8 * Math.Sqrt(10)), mean.StandardError, precision: 12);
        Assert.Equal(7, mean.DegreesOfFreedom);
    }

    [Fact]
    public void One_wild_value_does_not_move_it_far()
    {
        double[] tame = [.. _values[..^1], 6];

        Assert.InRange(TrimmedMean.Of(_values, 0.2).Center - TrimmedMean.Of(tame, 0.2).Center, 0, 0.5);
    }

    [Fact]
    public void Its_interval_holds_the_truth_as_often_as_it_says()
    {
        var random = new Random(1);
        var held = Enumerable.Range(0, 5_000).Count(_ =>
        {
            double[] values = [.. Enumerable.Range(0, 60).Select(_ => MathNet.Numerics.Distributions.Normal.Sample(random, 7, 3))];
            var interval = TrimmedMean.Of(values, 0.1).Within(0.025);
            return interval.Low <= 7 && interval.High >= 7;
        });

        Assert.InRange(held / 5_000.0, 0.94, 0.96); // seeded: the same in every run
    }
}
