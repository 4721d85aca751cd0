namespace ThroughputKit.Baselines;

/// <summary>A figure that is judged by its baseline.</summary>
/// <param name="Name">The unit and the quantity, as in "1,928.0 B allocated per request".</param>
/// <param name="Value">Reads the figure; <see langword="null"/> if it isn't known.</param>
/// <param name="Format">The format of values.</param>
/// <param name="LessIsBetter">Whether a decrease passes. It fails for transferred bytes: an app that sends less does different work.</param>
/// <param name="Allowance">Returns the allowed difference between a run and the approved value.</param>
internal sealed record ExactFigure(
    string Name, Func<BaselineFigures, double?> Value, string Format, bool LessIsBetter, Func<double, ResolvedTolerance, double> Allowance)
{
    /// <summary>Gets the function that returns the detail after the figure in a failure; empty for none.</summary>
    public Func<LoadResult, string> Detail { get; init; } = _ => "";

    /// <summary>Gets the function that describes the increase at the beginning of a failure; empty for none.</summary>
    public Func<double, BaselineEntry, BaselineEntry, string> Added { get; init; } = (_, _, _) => "";

    public string Show(double value) => Readable.Number(value, Format);
}
