namespace ThroughputKit.Reports;

/// <summary>Draws a figure from run to run: a dot for each run, a line for each level. Runs that failed are crosses, inconclusive ones are hollow.</summary>
internal static class TrendChart
{
    private const double Radius = 2.5;

    public static string Draw(TrendData data, string id)
    {
        var svg = new Svg(id, data, Plot.Width, Plot.Height);
        var (least, most) = (data.Runs.Min(r => r.Value), data.Runs.Max(r => r.Value));
        var across = Axis.Linear(1, Math.Max(2, data.Runs.Count), Plot.Left, Plot.Right);
        var up = Axis.Linear(least, Math.Max(most, least + (Math.Abs(least) / 100)), Plot.Bottom, Plot.Top);
        Plot.Frame(svg, across, up, "run", data.Unit);

        svg.Begin("second", Plot.Second);
        svg.Lines(data.Levels.SelectMany((level, i) => new (double, double)?[]
        {
            (across.At(level.Start + 1), up.At(level.Value)),
            (across.At(i + 1 < data.Levels.Count ? data.Levels[i + 1].Start : data.Runs.Count), up.At(level.Value)),
            null,
        }));
        svg.End();

        var places = data.Runs.Select((r, i) => (X: across.At(i + 1), Y: up.At(r.Value), r.Verdict)).ToLookup(p => p.Verdict);
        svg.Begin("dot", Plot.Dot);
        Circles(places[null].Concat(places[GateVerdict.Passed]));
        svg.End();
        svg.Begin("first", Plot.First);
        Circles(places[GateVerdict.Inconclusive]);
        svg.End();
        svg.Begin("limit", Plot.Failed);
        svg.Lines(places[GateVerdict.Failed].SelectMany(p => Plot.Cross(p.X, p.Y)));
        svg.End();
        return svg.ToString();

        void Circles(IEnumerable<(double X, double Y, GateVerdict? Verdict)> runs)
        {
            foreach (var (x, y, _) in runs)
            {
                svg.Circle(x, y, Radius);
            }
        }
    }
}
