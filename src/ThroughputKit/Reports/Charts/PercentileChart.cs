using System.Globalization;

namespace ThroughputKit.Reports;

/// <summary>
/// Draws latency by percentile, from the least to the largest: each further nine has the same length. Where requests were never answered, a lower bound is
/// drawn thin.
/// </summary>
internal static class PercentileChart
{
    private const int Points = 80;
    private const double MostTicks = 6, MostForZero = 3;
    private const double Smallest = 1e-4;

    public static string Draw(PercentileData data, string id)
    {
        var svg = new Svg(id, data, Plot.Width, Plot.Height);
        var nines = Math.Max(1, data.Sides.Max(s => Nines(s.Latency)));
        var (min, max) = (data.Sides.Min(s => s.Latency.Min.TotalMilliseconds), data.Sides.Max(s => s.Latency.Max.TotalMilliseconds));
        var up = Axis.Log(Math.Max(Smallest, min), Math.Max(Smallest, max), Plot.Bottom, Plot.Top);
        Plot.Frame(svg, [.. Ticks(nines).Select(t => (X(t.At), t.Name, t.At >= nines - 0.1 ? "end" : "middle"))], up, "of the requests took at most", "ms");
        Plot.Legend(svg, [.. data.Sides.Select(s => s.Name)]);
        foreach (var (index, (_, latency)) in data.Sides.Index())
        {
            (double X, double Ms, bool IsLowerBound)[] points = [.. PointsOf(latency)];
            var exact = points.TakeWhile(p => !p.IsLowerBound).ToArray();
            svg.Begin(index == 0 ? "first" : "second", index == 0 ? Plot.First : Plot.Second);
            svg.Lines(exact.Select(p => ((double, double)?)(X(p.X), up.At(p.Ms))));
            svg.End();
            if (exact.Length < points.Length)
            {
                svg.Begin(index == 0 ? "first" : "second", index == 0 ? "stroke=\"#0b5cad\" stroke-width=\"0.7\"" : "stroke=\"#a8480a\" stroke-width=\"0.7\"");
                svg.Lines(points.Skip(Math.Max(0, exact.Length - 1)).Select(p => ((double, double)?)(X(p.X), up.At(p.Ms))));
                svg.End();
                svg.Begin("words", Plot.Words);
                svg.Text(Plot.Right, up.At(points[^1].Ms) + 15, "at least", "end");
                svg.End();
            }
        }

        return svg.ToString();

        double X(double at) => Plot.Left + ((Plot.Right - Plot.Left) * at / nines);
    }

    private static IEnumerable<(double At, string Name)> Ticks(double nines) =>
    [
        .. nines <= MostForZero ? [(0, "0%")] : Array.Empty<(double, string)>(), (Math.Log10(2), "50%"),
        .. Enumerable.Range(1, (int)Math.Floor(nines + 1e-9)).Where(n => nines < MostTicks || n % 2 == 1).Select(n => ((double)n, Name(n))),
    ];

    private static string Name(int nines) => (100 * (1 - (decimal)Math.Pow(10, -nines))).ToString(@"0.######\%", CultureInfo.InvariantCulture);

    private static double Nines(LatencyFigures latency) => Math.Log10(Math.Max(1, latency.Count + latency.Unanswered));

    private static IEnumerable<(double X, double Ms, bool IsLowerBound)> PointsOf(LatencyFigures latency)
    {
        var nines = Nines(latency);
        for (var i = 0; i < Points; i++)
        {
            var x = nines * i / (Points - 1);
            var percent = i == Points - 1 ? 100 : 100 * (1 - Math.Pow(10, -x));
            yield return x == 0 ? (0, latency.Min.TotalMilliseconds, false)
                : (x, latency.Percentile(percent).TotalMilliseconds, latency.IsLowerBound(percent));
        }
    }
}
