using System.Collections.Concurrent;
using ThroughputKit.Comparison;

namespace Verdicts;

/// <summary>Tries the rule alone on made-up noise.</summary>
internal static class Simulator
{
    /// <summary>Counts the verdicts of many trials.</summary>
    public static (int Passes, int Fails, double MeanProgress) Run(NoiseFamily family, double slowdown, double limit, int quads, int trials, int seed)
    {
        var (passes, fails, progress) = (0, 0, 0.0);
        var totals = new Lock();
        Parallel.ForEach(Partitioner.Create(0, trials), range =>
        {
            var (p, f, t) = (0, 0, 0.0);
            for (var trial = range.Item1; trial < range.Item2; trial++)
            {
                var random = new Random(unchecked((seed * 1_000_003) + trial));
                var decision = Stage(family, slowdown, limit, quads, random, ref t);
                if (decision == Decision.Beyond)
                {
                    decision = Stage(family, slowdown, limit, quads, random, ref t) == Decision.Beyond ? Decision.Beyond : Decision.Open;
                }

                p += decision == Decision.Within ? 1 : 0;
                f += decision == Decision.Beyond ? 1 : 0;
            }

            lock (totals)
            {
                (passes, fails, progress) = (passes + p, fails + f, progress + t);
            }
        });
        return (passes, fails, progress / trials);
    }

    private static Decision Stage(NoiseFamily family, double slowdown, double limit, int quads, Random random, ref double progress)
    {
        var noise = family.Begin(random);
        var shift = Math.Log(1 - slowdown);
        var test = new LimitTest(-Math.Log(1 - limit), LookPlan.Of(LimitRule.Error));
        var values = 0;
        while (!test.IsOver)
        {
            // A pair in one order, then a pair in the other.
            var isReferenceFirst = random.Next(2) == 0;
            var (one, two, three, four) = (noise(), noise(), noise(), noise());
            var (reference, candidate) = isReferenceFirst ? (one + four, two + three) : (two + three, one + four);
            values++;
            test.Add(-(candidate - reference) / 2 - shift, (double)values / quads);
        }

        progress += (double)values / quads;
        return test.Decision;
    }
}
