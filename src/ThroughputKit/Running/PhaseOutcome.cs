using ThroughputKit.Pacing;

namespace ThroughputKit.Running;

/// <summary>How a phase ended.</summary>
internal sealed record PhaseOutcome(Window Window, bool WasAborted, IReadOnlyList<FailureExample> Examples);
