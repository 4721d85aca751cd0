using ThroughputKit.Pacing;

namespace ThroughputKit.Running;

/// <summary>Outcome of a phase.</summary>
internal sealed record PhaseOutcome(Window Window, bool WasAborted, IReadOnlyList<FailureExample> Examples);
