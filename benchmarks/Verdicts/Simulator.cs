using System.Collections.Concurrent;
using ThroughputKit;
using ThroughputKit.Comparison;
using ThroughputKit.Slices;
using ThroughputKit.Statistics;

namespace Verdicts;

/// <summary>Tries the rule alone on made-up noise.</summary>
internal static class Simulator
{
    /// <summary>Counts the verdicts of many trials. The same seed gives the same counts.</summary>
    /// <param name="family">The noise of slices.</param>
    /// <param name="persistent">What stays the same over many slices.</param>
    /// <param name="slowdown">By which share the candidate is slower in truth.</param>
    /// <param name="limit">The share that the gate allows.</param>
    /// <param name="trials">How many trials.</param>
    /// <param name="seed">Any number.</param>
    public static (int Passed, int Failed) Run(NoiseFamily family, Persistence persistent, double slowdown, double limit, int trials, int seed)
    {
        var (passed, failed) = (0, 0);
        Parallel.ForEach(Partitioner.Create(0, trials), range =>
        {
            for (var trial = range.Item1; trial < range.Item2; trial++)
            {
                var random = new Random(unchecked((seed * 1_000_003) + trial));
                var difference = -Math.Log(1 - slowdown) + (persistent.Apps * NoiseFamily.Normal(random)); // the same in both passes, as of apps that the kit can't restart
                var decision = Pass();
                if (decision == GateVerdict.Passed)
                {
                    Interlocked.Increment(ref passed);
                }
                else if (decision == GateVerdict.Failed && Pass() == GateVerdict.Failed)
                {
                    Interlocked.Increment(ref failed);
                }

                GateVerdict Pass() => Simulator.Pass(family, persistent, difference, -Math.Log(1 - limit), random);
            }
        });
        return (passed, failed);
    }

    // As a comparison does it: placements one after another, each of blocks in random order.
    private static GateVerdict Pass(NoiseFamily family, Persistence persistent, double difference, double limit, Random random)
    {
        var noise = family.Begin(random);
        var test = new LimitTest(Quantities.Rps, limit);
        List<double[]> placements = [];
        while (!test.IsOver)
        {
            var placement = difference + (persistent.Placement * NoiseFamily.Normal(random));
            placements.Add([.. Enumerable.Range(0, persistent.Blocks).Select(_ => placement + Block())]);
            test.Look(() => placements.Count < Placement.MinCount ? null : new BetweenApps(ClusteredMean.Of(placements, Quantities.Trimmed), BetweenApps.Deviation(Separation.Apps, isLatency: false), pairs: 1), (double)placements.Count / persistent.Placements);
        }

        return test.Verdict;

        double Block()
        {
            var (one, two, three, four) = (noise(), noise(), noise(), noise());
            return (random.Next(2) == 0 ? one + four - two - three : two + three - one - four) / 2;
        }
    }
}
