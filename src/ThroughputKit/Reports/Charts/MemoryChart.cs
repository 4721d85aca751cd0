using System.Globalization;
using System.Text;

namespace ThroughputKit.Reports;

/// <summary>Draws the memory of each generation over time, one above the other: the older, the lower and the stronger in colour.</summary>
internal static class MemoryChart
{
    private const double Megabyte = 1e6;

    // Each area lies on those above it, so that it is stronger.
    private const string Area = "fill=\"#0b5cad\" fill-opacity=\"0.22\" stroke=\"#0b5cad\" stroke-width=\"0.8\"";

    private static readonly (string Name, Func<IntervalMemory, long> Bytes)[] _fromTheTop =
        [("gen 0", m => m.Gen0Bytes), ("gen 1", m => m.Gen1Bytes), ("large", m => m.LargeBytes), ("gen 2", m => m.Gen2Bytes)];

    public static string Draw(MemoryData data, string id, int maxColumns)
    {
        var svg = new Svg(id, data, Plot.Width, Plot.Height);
        var columns = MemoryColumn.Merge(data.Columns, maxColumns);
        var across = Axis.Linear(0, columns[^1].End, Plot.Left, Plot.Right);
        var up = Axis.Linear(0, columns.Max(c => c.Memory.AllBytes) / Megabyte, Plot.Bottom, Plot.Top);
        Plot.Frame(svg, across, up, "seconds", "MB");
        svg.Begin("area", Area);
        for (var top = 0; top < _fromTheTop.Length; top++)
        {
            svg.Path(Steps(columns, c => across.At(c), m => up.At(_fromTheTop[top..].Sum(g => g.Bytes(m)) / Megabyte)));
        }

        Legend(svg);
        svg.End();
        svg.Begin("words", Plot.Words);
        foreach (var (index, (name, _)) in _fromTheTop.Index())
        {
            svg.Text(LegendX(index) + 17, 12, name);
        }

        svg.End();
        Plot.Collections(svg, [.. columns.Where(c => c.Memory.Gen2Collections > 0).Select(c => across.At((c.Start + c.End) / 2))]);
        return svg.ToString();
    }

    private static double LegendX(int index) => 150 + (index * 72);

    // As strong as the areas.
    private static void Legend(Svg svg)
    {
        for (var index = 0; index < _fromTheTop.Length; index++)
        {
            for (var times = 0; times <= index; times++)
            {
                svg.Box(LegendX(index), 2, LegendX(index) + 12, 12);
            }
        }
    }

    // Sizes change when there is a collection.
    private static string Steps(IReadOnlyList<MemoryColumn> columns, Func<double, double> across, Func<IntervalMemory, double> up)
    {
        var path = new StringBuilder();
        var before = double.NaN;
        Add($"M{across(columns[0].Start):0.#} {Plot.Bottom}");
        foreach (var column in columns)
        {
            var height = up(column.Memory);
            if (height != before)
            {
                Add($"H{across(column.Start):0.#}V{height:0.#}");
            }

            before = height;
        }

        Add($"H{across(columns[^1].End):0.#}V{Plot.Bottom}Z");
        return path.ToString();

        void Add(FormattableString part) => path.Append(part.ToString(CultureInfo.InvariantCulture));
    }
}
