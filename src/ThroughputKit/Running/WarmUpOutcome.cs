using ThroughputKit.Measurement;

namespace ThroughputKit.Running;

/// <summary>How the warm-up went.</summary>
internal sealed record WarmUpOutcome(TimeSpan? FirstResponse, TimeSpan Duration, SteadyVerdict Verdict);
