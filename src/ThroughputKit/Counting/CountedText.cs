namespace ThroughputKit.Counting;

/// <summary>What was counted, such as a database command, and how often.</summary>
/// <param name="Kind">What it is counted as.</param>
/// <param name="Text">The command without its values, the host that was called, or the type of the exception.</param>
/// <param name="Count">How often it was counted.</param>
internal sealed record CountedText(CountKind Kind, string Text, long Count);
