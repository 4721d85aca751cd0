using ThroughputKit.Gates;

namespace ThroughputKit.Testing;

/// <summary>All measurements of a test.</summary>
/// <param name="Verdict">The verdict of the gates on the result; <see langword="null"/> if the test was not run by itself.</param>
/// <param name="Comparison">The result of the comparison; <see langword="null"/> if nothing was compared.</param>
internal sealed record TestRuns(Verdict? Verdict, LoadComparisonResult? Comparison)
{
    /// <summary>Gets whether anything was measured.</summary>
    public bool Any => Verdict is not null || Comparison is not null;

    /// <summary>Gets every attempt at the result.</summary>
    public IEnumerable<LoadResult> Attempts => Verdict?.Result.Attempts ?? [];

    /// <summary>Gets each attempt and the comparison as JSON, under a name that a test would not choose for its own attachments.</summary>
    public IEnumerable<(string Name, string Json)> Attachments =>
    [
        .. Attempts.Select((r, i) => (i == 0 ? "throughput result" : $"throughput result {i + 1}", r.ToJson())),
        .. Comparison is null ? [] : new[] { ("throughput comparison", Comparison.ToJson()) },
    ];
}
