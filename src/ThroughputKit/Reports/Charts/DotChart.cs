namespace ThroughputKit.Reports;

/// <summary>
/// Draws ratios as dots with their intervals, against the line of no difference and, dashed, their limits. An interval that says nothing isn't drawn, and its
/// dot is hollow.
/// </summary>
internal static class DotChart
{
    private const int RowHeight = 40, MaxRows = 30, LongestName = 22, LongestNote = 60;
    private const int Left = 12, Right = 468, Top = 8;
    private const double Wide = 3, Smallest = 1e-3;

    public static string Draw(DotData data, string id, int maxRows)
    {
        DotRow[] rows = [.. data.Rows.Take(Math.Min(MaxRows, maxRows))];
        var bottom = Top + (rows.Length * RowHeight);
        var svg = new Svg(id, data, Plot.Width, bottom + 38);
        double[] values = [1, .. rows.SelectMany(r => Shown(r)).Where(double.IsFinite)];
        var (min, max) = (Math.Max(Smallest, values.Min()), values.Max());
        var margin = 0.05 * (max - min);
        var axis = max / min > Wide ? Axis.Log(min, max, Left, Right) : Axis.Linear(Math.Max(0, min - margin), max + margin, Left, Right);
        svg.Begin("grid", Plot.Grid);
        foreach (var tick in axis.Ticks)
        {
            svg.Line(axis.At(tick), Top, axis.At(tick), bottom + 4);
        }

        svg.End();
        svg.Begin("one", "stroke=\"#3a3f44\"");
        svg.Line(axis.At(1), Top, axis.At(1), bottom + 4);
        svg.End();
        foreach (var (index, row) in rows.Index())
        {
            Row(svg, row, axis, Top + (index * RowHeight));
        }

        svg.Begin("words", Plot.Words);
        foreach (var tick in axis.Ticks)
        {
            svg.Text(axis.At(tick), bottom + 18, Axis.Label(tick), tick == axis.Ticks[0] ? "start" : tick == axis.Ticks[^1] ? "end" : "middle");
        }

        svg.Text(Right, bottom + 34, $"ratio; 1 is no difference{(rows.Any(r => r.Limit is not null) ? ", dashed is the limit" : "")}", "end");
        svg.End();
        return svg.ToString();
    }

    private static IEnumerable<double> Shown(DotRow row) =>
    [
        row.Ratio.Value,
        .. row.Ratio.HasInterval ? [row.Ratio.Low, row.Ratio.High] : Array.Empty<double>(),
        .. row.Limit is { } limit ? [limit] : Array.Empty<double>(),
    ];

    private static void Row(Svg svg, DotRow row, Axis axis, double top)
    {
        var middle = top + 27;
        svg.Begin("words", Plot.Words);
        svg.Text(Left, top + 14, Cut(row.Name, LongestName));
        svg.Text(Right, top + 14, Cut(row.Note, LongestNote), "end");
        svg.End();
        svg.Begin("first", Plot.First);
        if (row.Ratio.HasInterval)
        {
            var (low, high) = (axis.At(row.Ratio.Low), axis.At(row.Ratio.High));
            svg.Line(low, middle, high, middle);
            svg.Line(low, middle - 4, low, middle + 4);
            svg.Line(high, middle - 4, high, middle + 4);
        }

        svg.End();
        svg.Begin(row.Ratio.HasInterval ? "dot" : "first", row.Ratio.HasInterval ? Plot.Dot : Plot.First);
        svg.Circle(axis.At(row.Ratio.Value), middle, 4.5);
        svg.End();
        if (row.Limit is { } limit)
        {
            svg.Begin("limit", Plot.Limit);
            svg.Line(axis.At(limit), top + 17, axis.At(limit), top + 38);
            svg.End();
        }
    }

    private static string Cut(string text, int max) => text.Length <= max ? text : $"{text[..(max - 3)]}...";
}
