namespace ThroughputKit;

/// <summary>
/// Begins assertions on what a load test measured. They are found with <c>using ThroughputKit;</c>, which is all that a load test needs, and
/// take no other object: everything else goes to FluentAssertions' own <c>Should</c>. What that has for any object, they have too.
/// </summary>
public static class LoadAssertionExtensions
{
    /// <summary>Begins assertions on the result of a run.</summary>
    /// <param name="result">The result; every assertion on <see langword="null"/> fails.</param>
    public static LoadResultAssertions Should(this LoadResult? result) => new(result);

    /// <summary>Begins assertions on the result of a comparison.</summary>
    /// <param name="comparison">The result; every assertion on <see langword="null"/> fails.</param>
    public static LoadComparisonResultAssertions Should(this LoadComparisonResult? comparison) => new(comparison);
}
