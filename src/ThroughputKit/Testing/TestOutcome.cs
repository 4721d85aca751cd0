namespace ThroughputKit.Testing;

/// <summary>How a test ended that did not fail.</summary>
/// <param name="SkipReason">Why it counts as skipped; <see langword="null"/> if it passed.</param>
/// <param name="Warning">What the user should know although it passed.</param>
internal sealed record TestOutcome(string? SkipReason, string? Warning)
{
    /// <summary>Gets whether it passed without being judged.</summary>
    public bool IsInconclusive { get; init; }
}
