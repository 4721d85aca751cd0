using ThroughputKit;
using ThroughputKit.Gates;
using ThroughputKit.Recording;

namespace Verdicts;

/// <summary>Tries the rule of absolute gates on made-up attempts. The same seed gives the same counts.</summary>
/// <param name="any">Any result; what the rule looks at is replaced.</param>
internal sealed class AttemptSimulator(LoadResult any)
{
    private const double Limit = 1_000;

    // Of the parts of a window around its mean.
    private const double PartDeviation = 0.05;

    private static readonly Figure _rps = Figures.Of(nameof(LoadGates.MinRps));

    /// <summary>Counts the verdicts of many tests.</summary>
    /// <param name="times">How many times the limit the app's RPS are in truth.</param>
    /// <param name="deviation">By how much runs differ, as a share.</param>
    /// <param name="tests">How many tests.</param>
    /// <param name="most">How many attempts a test has at most.</param>
    /// <returns>How many passed, how many failed, and how many passed at their first attempt.</returns>
    public (int Passed, int Failed, int AtOnce) Run(double times, double deviation, int tests, int most = AttemptRule.MaxAttempts)
    {
        var random = new Random(20_261);
        var (passed, failed, atOnce) = (0, 0, 0);
        for (var test = 0; test < tests; test++)
        {
            List<LoadResult> attempts = [];
            var decision = GateVerdict.Inconclusive;
            while (attempts.Count < most && decision != GateVerdict.Passed)
            {
                attempts.Add(Attempt(random, times * Limit * Math.Exp(deviation * NoiseFamily.Normal(random))));
                decision = AttemptRule.Judge(_rps, Limit, attempts).Verdict;
            }

            passed += decision == GateVerdict.Passed ? 1 : 0;
            failed += decision == GateVerdict.Failed ? 1 : 0;
            atOnce += decision == GateVerdict.Passed && attempts.Count == 1 ? 1 : 0;
        }

        return (passed, failed, atOnce);
    }

    private LoadResult Attempt(Random random, double rps)
    {
        var parts = new Batch[20];
        for (var i = 0; i < parts.Length; i++)
        {
            parts[i] = new Batch(TimeSpan.FromSeconds(1), (long)(rps * (1 + (PartDeviation * NoiseFamily.Normal(random)))), 0, 0, 0, 0);
        }

        var succeeded = parts.Sum(p => p.Succeeded);
        return any with { Duration = TimeSpan.FromSeconds(parts.Length), Succeeded = succeeded, Rps = succeeded / (double)parts.Length, Batches = parts };
    }
}
