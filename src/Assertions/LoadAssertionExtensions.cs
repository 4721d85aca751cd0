namespace ThroughputKit;

/// <summary>
/// Begins assertions on the results of load tests. They need only <c>using ThroughputKit;</c>, like the load test. They accept no other object:
/// the library's own <c>Should</c> handles everything else. The assertions that the library has for any object are available too.
/// </summary>
public static class LoadAssertionExtensions
{
    /// <summary>Begins assertions on the result of a run.</summary>
    /// <param name="result">The result. Every assertion on <see langword="null"/> fails.</param>
    public static LoadResultAssertions Should(this LoadResult? result) => new(result);

    /// <summary>Begins assertions on the result of a comparison.</summary>
    /// <param name="comparison">The result. Every assertion on <see langword="null"/> fails.</param>
    public static LoadComparisonResultAssertions Should(this LoadComparisonResult? comparison) => new(comparison);
}
