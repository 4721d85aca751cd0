using ThroughputKit.Comparison;
using ThroughputKit.Slices;
using ThroughputKit.Statistics;
using ThroughputKit.Tests.Slices;

namespace ThroughputKit.Tests.Comparison;

public class LimitTestTests
{
    [Fact]
    public void The_looks_spend_the_whole_error_and_no_more() => Assert.Equal(1, LimitTest.Looks.Sum(l => l.Share), precision: 12);

    [Fact]
    public void The_last_look_is_at_the_end() => Assert.Equal(1, LimitTest.Looks[^1].Progress);

    [Theory]
    [InlineData(0.0, nameof(GateVerdict.Passed))]
    [InlineData(0.10, nameof(GateVerdict.Failed))]
    public void A_clear_case_ends_at_the_first_look(double truth, string decision)
    {
        var (test, taken) = Run(truth, noise: 0.01);

        Assert.Equal(decision, test.Verdict.ToString());
        Assert.Equal(13, taken); // an eighth of a hundred
    }

    [Fact]
    public void A_value_at_the_limit_stays_undecided_to_the_end()
    {
        var (test, taken) = Run(truth: 0.05, noise: 0.01);

        Assert.Equal((GateVerdict.Inconclusive, true, 100), (test.Verdict, test.IsOver, taken));
    }

    [Fact]
    public void Too_few_placements_decide_nothing_however_similar_they_are()
    {
        var test = Test();
        Placement[] placements = [.. Enumerable.Range(0, Placement.MinCount).Select(_ => Made.Placement(1, 1, 1))];

        Look(test, placements[..^1], progress: 0.9);
        Assert.Equal(GateVerdict.Inconclusive, test.Verdict);
        Look(test, placements, progress: 0.9);
        Assert.Equal(GateVerdict.Failed, test.Verdict);
    }

    [Fact]
    public void The_next_look_makes_up_for_those_that_were_missed()
    {
        // At a tenth of the chances the interval of these reaches beyond the limit; at all of them it doesn't.
        Placement[] placements = [Made.Placement(0.062), Made.Placement(0.08), Made.Placement(0.055), Made.Placement(0.08), Made.Placement(0.062)];
        var (early, late) = (Test(), Test());

        Look(early, placements, progress: 0.125);
        Look(late, placements, progress: 1);

        Assert.Equal((GateVerdict.Inconclusive, GateVerdict.Failed), (early.Verdict, late.Verdict));
        Assert.Equal((false, true), (early.IsOver, late.IsOver));
    }

    [Fact]
    public void A_decision_is_final()
    {
        var (test, _) = Run(truth: 0, noise: 0.01);

        Look(test, [.. Enumerable.Range(0, 100).Select(_ => Made.Placement(1))], progress: 1);

        Assert.Equal(GateVerdict.Passed, test.Verdict);
    }

    [Fact]
    public void Rare_costs_that_trimming_hides_are_not_within_the_limit()
    {
        // One in twenty is expensive, so that the mean is beyond the limit: 5% of 2 is 0.1.
        double[][] values = [.. Enumerable.Range(0, 100).Select(i => new[] { i % 20 == 0 ? 2 : 0.001 * (i % 2) })];
        var test = Test();

        test.Look(() => ClusteredMean.Of(values, Quantities.Trimmed), progress: 1);

        Assert.Equal(GateVerdict.Inconclusive, test.Verdict);
    }

    private static LimitTest Test() => new(Quantities.Rps, 0.05);

    private static void Look(LimitTest test, IReadOnlyList<Placement> placements, double progress) => test.Look(() => Quantities.Rps.Estimate(placements), progress);

    // Placements that alternate evenly around the truth.
    private static (LimitTest Test, int Taken) Run(double truth, double noise)
    {
        var test = Test();
        List<Placement> placements = [];
        while (!test.IsOver)
        {
            placements.Add(Made.Placement(truth + (placements.Count % 2 == 0 ? -noise : noise)));
            Look(test, placements, placements.Count / 100.0);
        }

        return (test, placements.Count);
    }
}
