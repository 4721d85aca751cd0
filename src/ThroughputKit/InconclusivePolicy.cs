namespace ThroughputKit;

/// <summary>How a test ends whose gates could not be judged.</summary>
public enum InconclusivePolicy
{
    /// <summary>The test passes, with the reason in its output. A test that could not even send a request is skipped instead.</summary>
    Warn,

    /// <summary>The test is skipped, with the reason.</summary>
    Skip,

    /// <summary>The test fails, with the reason.</summary>
    Fail,
}
