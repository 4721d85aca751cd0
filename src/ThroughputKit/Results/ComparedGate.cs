namespace ThroughputKit;

/// <summary>What a comparison found out about one gate.</summary>
/// <param name="Gate">The gate's name.</param>
/// <param name="Verdict">The verdict.</param>
/// <param name="Message">What was measured with its interval, the limit, and why the verdict is what it is.</param>
public sealed record ComparedGate(string Gate, ComparisonVerdict Verdict, string Message)
{
    /// <inheritdoc/>
    public override string ToString() => $"{Verdict} {Gate}: {Message}";
}
