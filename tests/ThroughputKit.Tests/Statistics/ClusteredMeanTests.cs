using FsCheck;
using FsCheck.Fluent;
using MathNet.Numerics.Distributions;
using MathNet.Numerics.Statistics;
using ThroughputKit.Statistics;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Statistics;

public class ClusteredMeanTests
{
    private static readonly double[] _values = [3, 1, 4, 1, 5, 9, 2, 6, 5, 100];

    [Fact]
    public void One_value_per_cluster_without_trimming_gives_the_mean_and_its_standard_error() => Prop.ForAll(
        Gen.Choose(-1_000, 1_000).Select(v => v / 10.0).ListOf().Where(l => l.Count > 1).ToArbitrary(),
        values =>
        {
            var mean = ClusteredMean.Of(OneEach(values), share: 0);
            return Math.Abs(mean.Center - values.Mean()) < 1e-9
                && Math.Abs(mean.StandardError - (values.StandardDeviation() / Math.Sqrt(values.Count))) < 1e-9
                && mean.DegreesOfFreedom == values.Count - 1;
        }).Check(FixedInputs.Of());

    [Fact]
    public void Clusters_of_one_size_without_trimming_give_the_same_as_their_means() => Prop.ForAll(
        Gen.Choose(-1_000, 1_000).Select(v => v / 10.0).ListOf(3).ListOf().Where(l => l.Count > 1).ToArbitrary(),
        clusters =>
        {
            var (whole, means) = (ClusteredMean.Of([.. clusters.Select(c => c.ToArray())], share: 0), ClusteredMean.Of(OneEach(clusters.Select(c => c.Mean())), share: 0));
            return Math.Abs(whole.Center - means.Center) < 1e-9 && Math.Abs(whole.StandardError - means.StandardError) < 1e-9 && whole.DegreesOfFreedom == means.DegreesOfFreedom;
        }).Check(FixedInputs.Of());

    [Fact]
    public void Trimmed_values_count_as_their_neighbours_in_the_standard_error()
    {
        var mean = ClusteredMean.Of(OneEach(_values), share: 0.1);

        double[] winsorized = [1, 1, 2, 3, 4, 5, 5, 6, 9, 9];
        Assert.Equal(new double[] { 1, 2, 3, 4, 5, 5, 6, 9 }.Average(), mean.Center, precision: 12);
        Assert.Equal(_values.Average(), mean.Untrimmed, precision: 12);
        Assert.Equal(winsorized.StandardDeviation() / (0.8 * Math.Sqrt(10)), mean.StandardError, precision: 12);
    }

    [Fact]
    public void One_outlier_does_not_move_it_far()
    {
        double[] tame = [.. _values[..^1], 6];

        Assert.InRange(ClusteredMean.Of(OneEach(_values), 0.2).Center - ClusteredMean.Of(OneEach(tame), 0.2).Center, 0, 0.5);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(4)]
    public void Its_interval_contains_the_truth_as_often_as_it_claims_whatever_clusters_share(double shared)
    {
        var random = new Random(1);
        var held = Enumerable.Range(0, 5_000).Count(_ =>
        {
            var clusters = Enumerable.Range(0, 20).Select(_ => Normal.Sample(random, 7, shared)).Select(center => Enumerable.Range(0, 6).Select(_ => Normal.Sample(random, center, 3)).ToArray());
            var interval = ClusteredMean.Of([.. clusters], 0.1).Within(0.025);
            return interval.Low <= 7 && interval.High >= 7;
        });

        Assert.InRange(held / 5_000.0, 0.93, 0.96); // seeded: the same in every run
    }

    private static double[][] OneEach(IEnumerable<double> values) => [.. values.Select(v => new[] { v })];
}
