namespace ThroughputKit;

/// <summary>How much a finding reduces the value of a result.</summary>
public enum FindingSeverity
{
    /// <summary>Worth knowing; the figures are valid.</summary>
    Hint,

    /// <summary>Some figures may mislead.</summary>
    Warning,

    /// <summary>The figures do not answer the test's question.</summary>
    Error,
}
