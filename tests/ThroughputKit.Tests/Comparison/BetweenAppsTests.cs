using MathNet.Numerics.Distributions;
using ThroughputKit.Comparison;
using ThroughputKit.Slices;
using ThroughputKit.Statistics;
using ThroughputKit.Tests.Slices;

namespace ThroughputKit.Tests.Comparison;

public class BetweenAppsTests
{
    private const double Deviation = 0.003;

    [Theory]
    [InlineData(1)]
    [InlineData(4)]
    public void Its_interval_contains_zero_as_often_as_it_claims_although_pairs_of_apps_differ(int pairs)
    {
        var random = new Random(1);
        var held = Enumerable.Range(0, 5_000).Count(_ =>
        {
            double[][] placements = [.. Enumerable.Range(0, pairs).SelectMany(_ => Placements(Normal.Sample(random, 0, Deviation), 80 / pairs))];
            var interval = new BetweenApps(ClusteredMean.Of(placements, 0.1), Deviation, pairs).Within(0.025);
            return interval.Low <= 0 && interval.High >= 0;
        });

        Assert.InRange(held / 5_000.0, 0.94, 0.985); // seeded: the same in every run

        IEnumerable<double[]> Placements(double apps, int count) => Enumerable.Range(0, count).Select(_ => new[] { Normal.Sample(random, apps, 0.02) });
    }

    [Theory]
    [InlineData(nameof(Separation.Endpoints), 1, 0, 0.001)]
    [InlineData(nameof(Separation.Apps), 1, 0.005, 0.01)]
    [InlineData(nameof(Separation.Processes), 1, 0.02, 0.03)]
    [InlineData(nameof(Separation.Processes), 4, 0.01, 0.015)]
    public void Equal_placements_do_not_narrow_the_interval_below_the_variation_between_pairs_of_apps(string apart, int pairs, double atLeast, double atMost)
    {
        var placements = Enumerable.Range(0, 100).Select(i => Made.Placement(i % 2 == 0 ? 0.0001 : -0.0001) with { Apps = (i % pairs, Enum.Parse<Separation>(apart)) });

        Assert.InRange(Quantities.Rps.Estimate([.. placements])!.Within(0.025).HalfWidth, atLeast, atMost);
    }
}
