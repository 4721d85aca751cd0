using ThroughputKit.Gates;
using ThroughputKit.Measurement;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Gates;

/// <summary>How often the rule is wrong where attempts differ as recorded: made-up tests with fixed seeds, each with up to three attempts.</summary>
public class AttemptRuleSimulationTests
{
    private const int Tests = 4_000;
    private const double Limit = 1_000;

    // Of the parts of a window around its mean.
    private const double PartDeviation = 0.05;

    private static readonly Figure _rps = Figures.Of(nameof(LoadGates.MinRps));
    private static readonly LoadResult _any = MadeUp.Result(new LatencyHistogram());

    [Theory]
    [InlineData(0.05)]
    [InlineData(0.10)]
    [InlineData(0.15)]
    public void An_app_at_its_limit_passes_seldom(double deviation) => Assert.InRange(PassRate(Limit, deviation), 0, 0.03);

    [Theory]
    [InlineData(0.05, 1.5)]
    [InlineData(0.10, 1.5)]
    [InlineData(0.15, 1.75)]
    public void An_app_well_within_its_limit_passes_nearly_always(double deviation, double times) => Assert.InRange(PassRate(times * Limit, deviation), 0.99, 1);

    [Fact]
    public void An_app_at_twice_its_limit_passes_at_its_first_attempt() => Assert.InRange(PassRate(2 * Limit, 0.10, most: 1), 0.99, 1);

    private static double PassRate(double mean, double deviation, int most = AttemptRule.Most)
    {
        var random = new Random(20_261);
        return Enumerable.Range(0, Tests).Count(_ => Passes(random, mean, deviation, most)) / (double)Tests;
    }

    private static bool Passes(Random random, double mean, double deviation, int most)
    {
        List<LoadResult> attempts = [];
        var decision = Decision.Open;
        while (attempts.Count < most && decision != Decision.Within)
        {
            attempts.Add(Attempt(random, mean * Math.Exp(deviation * Normal(random))));
            decision = AttemptRule.Judge(_rps, Limit, attempts).Decision;
        }

        return decision == Decision.Within;
    }

    private static LoadResult Attempt(Random random, double rps)
    {
        var parts = new Batch[20];
        for (var i = 0; i < parts.Length; i++)
        {
            parts[i] = new Batch(TimeSpan.FromSeconds(1), (long)(rps * (1 + (PartDeviation * Normal(random)))), 0, 0, 0, 0);
        }

        var succeeded = parts.Sum(p => p.Succeeded);
        return _any with { Duration = TimeSpan.FromSeconds(parts.Length), Succeeded = succeeded, RequestsPerSecond = succeeded / (double)parts.Length, Batches = parts };
    }

    // Box and Muller.
    private static double Normal(Random random) =>
        Math.Sqrt(-2 * Math.Log(1 - random.NextDouble())) * Math.Cos(2 * Math.PI * random.NextDouble());
}
