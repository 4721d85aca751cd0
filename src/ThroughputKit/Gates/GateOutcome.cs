namespace ThroughputKit.Gates;

/// <summary>What was found out about one gate.</summary>
/// <param name="Gate">The gate's name.</param>
/// <param name="Decision">On which side of its limit the figure lies.</param>
/// <param name="Message">What was measured, the limit, and the reason.</param>
internal sealed record GateOutcome(string Gate, Decision Decision, string Message);
