namespace ThroughputKit;

/// <summary>What a gate of a comparison, or a baseline, was judged by. That of other gates is known from the result and its limits.</summary>
/// <param name="Measured">The measured value, as precise as it is shown.</param>
/// <param name="Limit">The limit.</param>
/// <param name="Unit">The unit of both: <see cref="Percent"/>, <see cref="Bytes"/>, or empty for a ratio.</param>
/// <param name="IsFloor">Whether the limit is a minimum.</param>
/// <param name="Shown">The measured value in words.</param>
/// <param name="ShownLimit">The limit as it is shown.</param>
internal sealed record OutcomeFigures(double Measured, double Limit, string Unit, bool IsFloor, string Shown, string ShownLimit)
{
    public const string Percent = "%", Bytes = "B";

    /// <summary>Gets the limit in words.</summary>
    internal string Allowed => $"{(IsFloor ? "minimum" : "limit")} {ShownLimit}";

    /// <summary>Gets both in words, as messages have them.</summary>
    internal string Text => $"{Shown}; {Allowed}";
}
