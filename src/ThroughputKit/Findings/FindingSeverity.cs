namespace ThroughputKit;

/// <summary>How much a finding takes from a result's worth.</summary>
public enum FindingSeverity
{
    /// <summary>Worth knowing; the figures stand.</summary>
    Hint,

    /// <summary>Some figures may mislead.</summary>
    Warning,

    /// <summary>The figures do not answer the question that was asked.</summary>
    Error,
}
