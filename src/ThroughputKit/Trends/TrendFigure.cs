using ThroughputKit.Reporting;

namespace ThroughputKit.Trends;

/// <summary>A figure that is followed from run to run.</summary>
/// <param name="Name">Its name, with the unit.</param>
/// <param name="LeastShare">The least change that is worth mentioning, as a share.</param>
/// <param name="Show">Formats a value.</param>
/// <param name="IsOfMachine">Whether it depends on the machine, so that those of two machines can't be compared.</param>
internal sealed record TrendFigure(string Name, double LeastShare, Func<double, string> Show, bool IsOfMachine)
{
    private const double OfNoise = 0.01;
    private const double OfExact = 0.001;

    public static TrendFigure Rps { get; } = new("RPS", OfNoise, Readable.Rate, IsOfMachine: true);

    public static TrendFigure HighestRate { get; } = new("highest rate per second", OfNoise, Readable.Rate, IsOfMachine: true);

    public static TrendFigure P50 { get; } = new("p50 in ms", OfNoise, Ms, IsOfMachine: true);

    public static TrendFigure P99 { get; } = new("p99 in ms", OfNoise, Ms, IsOfMachine: true);

    public static TrendFigure Bytes { get; } = new("allocated bytes per request", OfExact, v => Readable.Number(v, "#,0.0"), IsOfMachine: false);

    public static IReadOnlyDictionary<CountedWork, TrendFigure> Counts { get; } =
        CountedWork.Exact.ToDictionary(w => w, w => new TrendFigure($"{w.Name} per request", OfExact, CountText.Show, IsOfMachine: false));

    public static TrendFigure Ratio { get; } = new("RPS ratio to the reference", OfNoise, v => Readable.Limit(v, "#,0.000"), IsOfMachine: false);

    /// <summary>Gets all figures, in the order in which they are shown.</summary>
    public static IReadOnlyList<TrendFigure> All { get; } = [Rps, HighestRate, P50, P99, Bytes, .. Counts.Values, Ratio];

    private static string Ms(double value) => Readable.Number(value, "#,0.00");
}
