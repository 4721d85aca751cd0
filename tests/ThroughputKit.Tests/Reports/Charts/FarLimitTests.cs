using ThroughputKit.Reports;

namespace ThroughputKit.Tests.Reports;

/// <summary>Limits so far away that a chart with them would hide the data.</summary>
public class FarLimitTests
{
    private const string Limit = "class=\"limit\"";

    private static readonly Detail _detail = new(100, 300, 2_000, 300);

    [Theory]
    [InlineData(30_000, true)]
    [InlineData(60_000, true)]
    [InlineData(1_000_000, false)]
    public void A_minimum_is_drawn_if_it_leaves_the_data_a_third_of_the_height(double minimum, bool isDrawn)
    {
        var result = ReportSamples.Run() with { Limits = new LoadGates { MinRps = minimum }, Intervals = ReportSamples.Intervals(100, TimeSpan.FromMilliseconds(10), 250) };
        var chart = TimeCharts.Of(result).First();
        var svg = Drawing.Of(chart, "c", _detail);

        Assert.Equal(isDrawn, svg.Contains(Limit, StringComparison.Ordinal));
        Assert.Equal(!isDrawn, chart.Finding.EndsWith("The minimum 1,000,000 RPS is above this chart.", StringComparison.Ordinal));
        Assert.Equal(!isDrawn, svg.Contains(">minimum 1,000,000 RPS: above this chart<", StringComparison.Ordinal));
        Assert.DoesNotContain(">1M<", svg, StringComparison.Ordinal); // the scale is that of the data
    }

    [Theory]
    [InlineData(10, 1.1, "no difference was shown: \u2713 within the limit")]
    [InlineData(5_000, null, "no difference was shown: \u2713 within the limit (51, not drawn)")]
    public void A_limit_of_a_ratio_is_drawn_if_it_leaves_the_ratios_room(double percent, double? drawn, string note)
    {
        var outcome = new GateOutcome("MaxP99IncreasePercent", GateVerdict.Passed, "") { Figures = new(2, percent, "%", IsFloor: false, "", "") };
        var comparison = ReportSamples.Comparison() with { P99Ratio = new RatioFigures(1.01, 0.98, 1.04) };

        var dot = Assert.IsType<DotData>(RatioChart.Of(comparison, [outcome]).Single()).Rows[2];

        Assert.Equal((drawn, note), (dot.Limit, dot.Note));
    }
}
