using ThroughputKit.Comparison;
using ThroughputKit.Gates;

namespace ThroughputKit.Tests.Comparison;

public class LimitTestTests
{
    [Fact]
    public void The_looks_spend_the_whole_error_and_no_more() => Assert.Equal(1, LookPlan.All.Sum(l => l.Share), precision: 12);

    [Fact]
    public void The_last_look_is_at_the_end() => Assert.Equal(1, LookPlan.All[^1].Progress);

    [Theory]
    [InlineData(0.0, nameof(Decision.Within))]
    [InlineData(0.10, nameof(Decision.Beyond))]
    public void What_is_clear_ends_at_the_first_look(double truth, string decision)
    {
        var (test, taken) = Run(truth, noise: 0.01, limit: 0.05);

        Assert.Equal(decision, test.Decision.ToString());
        Assert.Equal(13, taken); // an eighth of a hundred
    }

    [Fact]
    public void What_lies_at_the_limit_stays_open_to_the_end()
    {
        var (test, taken) = Run(truth: 0.05, noise: 0.01, limit: 0.05);

        Assert.Equal((Decision.Open, true, 100), (test.Decision, test.IsOver, taken));
    }

    [Fact]
    public void Few_values_decide_nothing_however_alike_they_are()
    {
        var test = new LimitTest(0.05, LookPlan.All);
        for (var i = 1; i < LimitTest.LeastValues; i++)
        {
            test.Add(1, progress: 0.9);
        }

        Assert.Equal(Decision.Open, test.Decision);
        test.Add(1, progress: 0.9);
        Assert.Equal(Decision.Beyond, test.Decision);
    }

    [Fact]
    public void Looks_that_were_missed_are_made_up_for_by_the_next()
    {
        // At a tenth of the chances the interval of these reaches beyond the limit; at all of them it doesn't.
        double[] values = [0.06, 0.08, 0.05, 0.08, 0.06];
        var (early, late) = (new LimitTest(0.05, LookPlan.All), new LimitTest(0.05, LookPlan.All));
        foreach (var value in values[..^1])
        {
            early.Add(value, progress: 0);
            late.Add(value, progress: 0);
        }

        early.Add(values[^1], progress: 0.125);
        late.Add(values[^1], progress: 1);

        Assert.Equal((Decision.Open, Decision.Beyond), (early.Decision, late.Decision));
        Assert.Equal((false, true), (early.IsOver, late.IsOver));
    }

    [Fact]
    public void A_decision_is_final()
    {
        var (test, _) = Run(truth: 0, noise: 0.01, limit: 0.05);

        for (var i = 0; i < 100; i++)
        {
            test.Add(1, progress: 1);
        }

        Assert.Equal(Decision.Within, test.Decision);
    }

    [Fact]
    public void Rare_costs_that_trimming_hides_are_not_within_the_limit()
    {
        // One in twenty is dear, so that the mean is beyond the limit: 5% of 2 is 0.1.
        double[] values = [.. Enumerable.Range(0, 100).Select(i => i % 20 == 0 ? 2 : 0.001 * (i % 2))];

        Assert.Equal(Decision.Open, LimitRule.Decide(values, limit: 0.05, share: 1));
    }

    // Values that swing evenly around the truth.
    private static (LimitTest Test, int Taken) Run(double truth, double noise, double limit)
    {
        var test = new LimitTest(limit, LookPlan.All);
        var taken = 0;
        while (!test.IsOver)
        {
            taken++;
            test.Add(truth + (taken % 2 == 0 ? noise : -noise), taken / 100.0);
        }

        return (test, taken);
    }
}
