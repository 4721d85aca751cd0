using ThroughputKit.Experiments;
using ThroughputKit.Slices;
using ThroughputKit.Tests.Slices;

namespace ThroughputKit.Tests.Experiments;

/// <summary>The ratios of made-up placements, and when measuring may end.</summary>
public class SlicedRatiosTests
{
    [Fact]
    public void Three_placements_are_too_few_for_an_interval()
    {
        var ratios = new SlicedRatios(sides: 1, withinPercent: null);

        for (var i = 0; i < 3; i++)
        {
            ratios.Add([Made.Placement(0.7 + (0.001 * i))]);
            Assert.Null(ratios.Of(0));
        }

        ratios.Add([Made.Placement(0.7)]);
        var ratio = ratios.Of(0)!;
        Assert.Equal(Math.Exp(-0.7), ratio.Value, precision: 2);
        Assert.True(ratio.Low < ratio.Value && ratio.Value < ratio.High);
    }

    [Fact]
    public void Each_side_has_its_ratio_to_the_reference()
    {
        var ratios = new SlicedRatios(sides: 2, withinPercent: null);
        for (var i = 0; i < 20; i++)
        {
            var noise = i % 2 == 0 ? 0.01 : -0.01;
            ratios.Add([Made.Placement(0.7 + noise), Made.Placement(noise)]);
        }

        Assert.Equal((0.497, true), (Math.Round(ratios.Of(0)!.Value, 3), ratios.Of(0)!.IsDistinct));
        Assert.Equal((1, false), (Math.Round(ratios.Of(1)!.Value, 3), ratios.Of(1)!.IsDistinct));
    }

    [Fact]
    public void A_side_whose_request_failed_has_no_ratio_and_nothing_to_wait_for()
    {
        var ratios = new SlicedRatios(sides: 2, withinPercent: 3);
        ratios.Add([Made.Placement(0) with { HasFailed = true }, Made.Placement(0)]);
        for (var i = 0; i < 20; i++)
        {
            ratios.Add([Made.Placement(0), Made.Placement(i % 2 == 0 ? 0.01 : -0.01)]);
        }

        Assert.Null(ratios.Of(0));
        Assert.NotNull(ratios.Of(1));
        Assert.Equal((false, true), (ratios.HaveAllFailed, ratios.AreNarrowEnough));
    }

    [Fact]
    public void There_is_nothing_to_measure_once_all_sides_have_failed()
    {
        var ratios = new SlicedRatios(sides: 2, withinPercent: 3);

        ratios.Add([Made.Placement(0) with { HasFailed = true }, Made.Placement(0)]);
        ratios.Add([Made.Placement(0), Made.Placement(0) with { HasFailed = true }]);

        Assert.True(ratios.HaveAllFailed);
    }

    [Theory]
    [InlineData(0.001, 12)] // even if a few are alike
    [InlineData(0.05, 25)]
    [InlineData(0.15, 205)]
    public void Measuring_may_end_when_every_interval_is_narrow_enough(double noise, int expected)
    {
        var ratios = new SlicedRatios(sides: 2, withinPercent: 3);
        while (!ratios.AreNarrowEnough)
        {
            ratios.Add([Made.Placement(0), Made.Placement(ratios.Placements % 2 == 0 ? noise : -noise)]);
        }

        Assert.Equal(expected, ratios.Placements);
        Assert.True(ratios.Of(1)!.IsWithin(3));
    }

    [Fact]
    public void Placements_in_which_nothing_of_a_side_was_measured_do_not_count()
    {
        var ratios = new SlicedRatios(sides: 2, withinPercent: 3);
        for (var i = 0; i < 16; i++)
        {
            ratios.Add([Made.Placement(0), i < 5 ? Made.Placement() : Made.Placement(0)]);
        }

        Assert.False(ratios.AreNarrowEnough);

        ratios.Add([Made.Placement(0), Made.Placement(0)]);
        Assert.True(ratios.AreNarrowEnough);
    }

    [Fact]
    public void Without_a_precision_measuring_ends_when_the_time_is_up()
    {
        var ratios = new SlicedRatios(sides: 1, withinPercent: null);
        for (var i = 0; i < 100; i++)
        {
            ratios.Add([Made.Placement(0)]);
        }

        Assert.False(ratios.AreNarrowEnough);
    }

    [Theory]
    [InlineData(1, 2.0, true)]
    [InlineData(4, 2.0, false)] // more pairs of apps show more of the difference
    [InlineData(1, 3.0, false)]
    [InlineData(1, null, false)]
    public void Apps_of_their_own_may_differ_by_more_than_the_interval_may_be_wide(int pairs, double? withinPercent, bool expected)
    {
        var ratios = new SlicedRatios(sides: 1, withinPercent);
        for (var i = 0; i < 12; i++)
        {
            ratios.Add([Made.Placement(0) with { Apps = (i % pairs, Separation.Processes) }]);
        }

        Assert.Equal(expected, ratios.IsTooWideByApps(0));
    }

    [Theory]
    [InlineData(null, 64)] // a fixed number of placements
    [InlineData(3.0, 1_000)] // 12 or a few more
    [InlineData(2.0, 1_000)]
    public void The_interval_holds_the_true_ratio_in_95_of_100_cases(double? withinPercent, int max)
    {
        const int Runs = 1_000;
        var random = new Random(1);
        var holds = 0;
        for (var run = 0; run < Runs; run++)
        {
            var ratios = new SlicedRatios(sides: 1, withinPercent);
            while (ratios.Placements < max && !ratios.AreNarrowEnough)
            {
                var placement = 0.05 * Normal(random);
                ratios.Add([Made.Placement(placement + (0.03 * Normal(random)), placement + (0.03 * Normal(random)))]);
            }

            holds += ratios.Of(0) is { Low: <= 1, High: >= 1 } ? 1 : 0;
        }

        Assert.InRange(holds, 0.945 * Runs, Runs);
    }

    private static double Normal(Random random) => Math.Sqrt(-2 * Math.Log(1 - random.NextDouble())) * Math.Cos(2 * Math.PI * random.NextDouble());
}
