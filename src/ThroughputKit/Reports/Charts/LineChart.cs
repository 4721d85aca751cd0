namespace ThroughputKit.Reports;

/// <summary>Draws a figure over time: the mean as a line, the range between the least and the largest value as bars behind it.</summary>
internal static class LineChart
{
    private const int LabelY = 12;

    public static string Draw(LineData data, string id, int maxColumns)
    {
        var svg = new Svg(id, data, Plot.Width, Plot.Height);
        var columns = TimeColumn.Merge(data.Columns, maxColumns);
        TimeColumn[] known = [.. columns.Where(c => c.Weight > 0)];
        var across = Axis.Linear(0, columns[^1].End, Plot.Left, Plot.Right);
        var drawn = data.IsLimitAbove ? null : data.Limit?.Value;
        var most = Math.Max(known.Max(c => c.Most), drawn ?? 0);
        var up = data.IsLog
            ? Axis.Log(Math.Max(1e-6, Math.Min(known.Min(c => c.Least), drawn ?? double.MaxValue)), most, Plot.Bottom, Plot.Top)
            : Axis.Linear(0, most, Plot.Bottom, Plot.Top);
        Plot.Frame(svg, across, up, "seconds", data.Unit);
        svg.Begin("band", Plot.Band);
        svg.Lines(known.SelectMany(c => new (double, double)?[] { (across.At(c.Middle), up.At(c.Least)), (across.At(c.Middle), up.At(c.Most)), null }));
        svg.End();
        svg.Begin("first", Plot.First);
        svg.Lines(columns.Select(c => c.Weight > 0 ? ((double, double)?)(across.At(c.Middle), up.At(c.Mean)) : null));
        svg.End();
        if (drawn is { } limit)
        {
            svg.Begin("limit", Plot.Limit);
            svg.Line(Plot.Left, up.At(limit), Plot.Right, up.At(limit));
            svg.End();
        }

        if (data.Limit is (_, var name))
        {
            svg.Begin("words", Plot.Words);
            svg.Text(Plot.Right, LabelY, drawn is null ? $"{name}: above this chart" : $"dotted: {name}", "end");
            svg.End();
        }

        if (columns.Any(c => c.Failed > 0))
        {
            svg.Begin("limit", Plot.Failed);
            svg.Lines(columns.Where(c => c.Failed > 0).SelectMany(c => Plot.Cross(across.At(c.Middle), Plot.Bottom)));
            svg.End();
        }

        Plot.Collections(svg, [.. columns.Where(c => c.Collections > 0).Select(c => across.At(c.Middle))]);
        return svg.ToString();
    }
}
