namespace ThroughputKit.Baselines;

/// <summary>A figure that is judged against its baseline.</summary>
/// <param name="Name">The unit and what it is of, as in "1,928.0 B allocated a request".</param>
/// <param name="Value">Reads it, <see langword="null"/> if it isn't known.</param>
/// <param name="Format">How values are written.</param>
/// <param name="LessIsBetter">Whether less is no failure. It is one of sizes: an app that sends less does other work.</param>
/// <param name="Allowance">By how much a run may differ from what was approved.</param>
internal sealed record ExactFigure(
    string Name, Func<BaselineFigures, double?> Value, string Format, bool LessIsBetter, Func<double, Slack, double> Allowance)
{
    /// <summary>Gets what a failure says beside the figure; empty for nothing.</summary>
    public Func<LoadResult, string> Detail { get; init; } = _ => "";

    /// <summary>Gets what a failure says first of how much more there is; empty for nothing.</summary>
    public Func<double, BaselineEntry, BaselineEntry, string> Added { get; init; } = (_, _, _) => "";

    public string Show(double value) => Readable.Number(value, Format);
}
