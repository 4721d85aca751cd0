namespace ThroughputKit;

/// <summary>One gate that a result did not pass.</summary>
/// <param name="Gate">The gate's name.</param>
/// <param name="Message">What was measured, the limit, and by how much it was missed.</param>
public sealed record GateFailure(string Gate, string Message)
{
    /// <inheritdoc/>
    public override string ToString() => $"{Gate}: {Message}";
}
