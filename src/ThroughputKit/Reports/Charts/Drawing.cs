namespace ThroughputKit.Reports;

/// <summary>Draws charts of any form.</summary>
internal static class Drawing
{
    /// <param name="chart">The chart.</param>
    /// <param name="id">An id that is unique on the page.</param>
    /// <param name="detail">How much is shown.</param>
    public static string Of(ReportChart chart, string id, Detail detail) => chart switch
    {
        MemoryData memory => MemoryChart.Draw(memory, id, detail.Columns),
        LineData line => LineChart.Draw(line, id, detail.Columns),
        PercentileData percentiles => PercentileChart.Draw(percentiles, id),
        DistributionData distribution => DistributionChart.Draw(distribution, id),
        DotData dots => DotChart.Draw(dots, id, detail.Rows),
        TrendData trend => TrendChart.Draw(trend, id),
        _ => "",
    };
}
