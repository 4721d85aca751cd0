using System.Collections.Concurrent;
using ThroughputKit.Comparison;
using ThroughputKit.Gates;

namespace Verdicts;

/// <summary>Tries the rule alone on made-up noise.</summary>
internal static class Simulator
{
    /// <summary>Counts the verdicts of many trials. The same seed gives the same counts.</summary>
    /// <param name="family">The noise.</param>
    /// <param name="slowdown">By which share the candidate is slower in truth.</param>
    /// <param name="limit">The share that the gate allows.</param>
    /// <param name="quads">How many pairs of pairs a comparison of full length holds.</param>
    /// <param name="trials">How many trials.</param>
    /// <param name="seed">Any number.</param>
    public static (int Passed, int Failed) Run(NoiseFamily family, double slowdown, double limit, int quads, int trials, int seed)
    {
        var (passed, failed) = (0, 0);
        Parallel.ForEach(Partitioner.Create(0, trials), range =>
        {
            for (var trial = range.Item1; trial < range.Item2; trial++)
            {
                var random = new Random(unchecked((seed * 1_000_003) + trial));
                var decision = Go(family, slowdown, limit, quads, random);
                if (decision == Decision.Within)
                {
                    Interlocked.Increment(ref passed);
                }
                else if (decision == Decision.Beyond && Go(family, slowdown, limit, quads, random) == Decision.Beyond)
                {
                    Interlocked.Increment(ref failed);
                }
            }
        });
        return (passed, failed);
    }

    // As a comparison does it: pairs in random order, each followed by one in the other order.
    private static Decision Go(NoiseFamily family, double slowdown, double limit, int quads, Random random)
    {
        var noise = family.Begin(random);
        var shift = -Math.Log(1 - slowdown);
        var test = new LimitTest(-Math.Log(1 - limit), LookPlan.All);
        for (var values = 1; !test.IsOver; values++)
        {
            var (one, two, three, four) = (noise(), noise(), noise(), noise());
            var isReferenceFirst = random.Next(2) == 0;
            var (reference, candidate) = isReferenceFirst ? (one + four, two + three) : (two + three, one + four);
            test.Add(((reference - candidate) / 2) + shift, (double)values / quads);
        }

        return test.Decision;
    }
}
