namespace ThroughputKit.Reports;

/// <summary>Draws how many requests of each side took how long, both on one axis.</summary>
internal static class DistributionChart
{
    public static string Draw(DistributionData data, string id)
    {
        var svg = new Svg(id, data, Plot.Width, Plot.Height);
        var across = Axis.Log(data.Edges[0], data.Edges[^1], Plot.Left, Plot.Right);
        var up = Axis.Linear(0, 100 * data.Shares.Max(s => s.Max()), Plot.Bottom, Plot.Top);
        Plot.Frame(svg, across, up, "ms", "% of requests");
        Plot.Legend(svg, data.Names);
        foreach (var (side, shares) in data.Shares.Index())
        {
            svg.Begin(side == 0 ? "first" : "second", side == 0 ? Plot.First : Plot.Second);
            svg.Lines(shares.SelectMany((share, bin) => new (double, double)?[]
            {
                (across.At(data.Edges[bin]), up.At(100 * share)), (across.At(data.Edges[bin + 1]), up.At(100 * share)),
            }));
            svg.End();
        }

        return svg.ToString();
    }
}
