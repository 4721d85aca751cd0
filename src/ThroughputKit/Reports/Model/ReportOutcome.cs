namespace ThroughputKit.Reports;

/// <summary>The outcome of a gate in a report.</summary>
/// <param name="Gate">The gate's name.</param>
/// <param name="Of">The endpoint that it is on; empty for the whole.</param>
/// <param name="Verdict">The verdict.</param>
/// <param name="Measured">The measured value with its unit.</param>
/// <param name="Limit">The limit.</param>
/// <param name="Room">The distance between the two, and on which side of the limit the value is.</param>
/// <param name="Message">The outcome in words, with the reason. It may have several lines.</param>
internal sealed record ReportOutcome(string Gate, string Of, GateVerdict Verdict, string Measured, string Limit, string Room, string Message)
{
    /// <summary>Gets the text of what isn't known.</summary>
    public const string Unknown = "-";

    /// <summary>Gets the gate's name with that of its endpoint.</summary>
    public string Name => Of.Length == 0 ? Gate : $"{Of}: {Gate}";
}
