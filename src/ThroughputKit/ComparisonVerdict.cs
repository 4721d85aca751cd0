namespace ThroughputKit;

/// <summary>What a comparison found out about its gates.</summary>
public enum ComparisonVerdict
{
    /// <summary>No gate was set, or not enough could be found out.</summary>
    Inconclusive,

    /// <summary>The whole interval of every gate lies within its limit.</summary>
    Passed,

    /// <summary>The whole interval of a gate lies beyond its limit, and did so again over new connections; or the candidate's requests failed.</summary>
    Failed,
}
