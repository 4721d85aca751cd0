using ThroughputKit.Statistics;

namespace ThroughputKit.Tests.Statistics;

public class BetweenRunsTests
{
    [Fact]
    public void One_run_uses_the_variation_recorded_before()
    {
        var interval = BetweenRuns.Of(100, [100], errorWithin: 0, shareOutside: 0.0125);

        Assert.Equal(100 * Math.Exp(0.1 * 3.4954059), interval.High, precision: 4); // the quantile of four degrees of freedom
        Assert.Equal(100 * Math.Exp(-0.1 * 3.4954059), interval.Low, precision: 4);
    }

    [Fact]
    public void Runs_that_agree_narrow_the_interval_and_runs_that_do_not_widen_it()
    {
        var one = Width(100, 100);

        Assert.True(Width(100, 100, 100, 100) < Width(100, 100, 100));
        Assert.True(Width(100, 100, 100) < one);
        Assert.True(Width(100, 60, 100, 160) > one);
    }

    [Fact]
    public void Variation_within_runs_is_added()
    {
        var interval = BetweenRuns.Of(100, [100], errorWithin: 0.1, shareOutside: 0.0125);

        Assert.Equal(100 * Math.Exp(0.1 * Math.Sqrt(2) * 3.4954059), interval.High, precision: 4);
    }

    [Fact]
    public void Values_that_are_not_above_zero_have_no_bounds()
    {
        var nothing = new Interval(0, double.PositiveInfinity);

        Assert.Equal(nothing, BetweenRuns.Of(0, [0], errorWithin: 0, shareOutside: 0.025));
        Assert.Equal(nothing, BetweenRuns.Of(50, [0, 100], errorWithin: 0, shareOutside: 0.025));
        Assert.Equal(nothing, BetweenRuns.Of(double.NaN, [double.NaN], errorWithin: 0, shareOutside: 0.025));
    }

    private static double Width(double whole, params double[] runs) => BetweenRuns.Of(whole, runs, errorWithin: 0, shareOutside: 0.0125).HalfWidth;
}
