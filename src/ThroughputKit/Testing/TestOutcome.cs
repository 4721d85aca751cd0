namespace ThroughputKit.Testing;

/// <summary>The outcome of a test that did not fail.</summary>
/// <param name="SkipReason">The reason why the test counts as skipped; <see langword="null"/> if it passed.</param>
/// <param name="Warning">A warning to the user although the test passed; <see langword="null"/> for none.</param>
internal sealed record TestOutcome(string? SkipReason, string? Warning)
{
    /// <summary>Gets whether the test passed without being judged.</summary>
    public bool IsInconclusive { get; init; }
}
