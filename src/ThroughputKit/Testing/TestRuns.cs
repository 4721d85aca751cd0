using ThroughputKit.Gates;

namespace ThroughputKit.Testing;

/// <summary>All measurements of a test.</summary>
/// <param name="Verdicts">The verdict of the gates on each result, in the order in which the runs began.</param>
/// <param name="Comparisons">The results of comparisons, in the order in which they began.</param>
internal sealed record TestRuns(IReadOnlyList<Verdict> Verdicts, IReadOnlyList<LoadComparisonResult> Comparisons)
{
    /// <summary>Gets every attempt at each result.</summary>
    public IEnumerable<LoadResult> Attempts => Verdicts.SelectMany(v => v.Result.Attempts);

    /// <summary>Gets each attempt and each comparison as JSON, under a name that a test would not choose for its own attachments.</summary>
    public IEnumerable<(string Name, string Json)> Attachments =>
        [.. Numbered("throughput result", Attempts.Select(r => r.ToJson())), .. Numbered("throughput comparison", Comparisons.Select(c => c.ToJson()))];

    private static IEnumerable<(string Name, string Json)> Numbered(string name, IEnumerable<string> documents) =>
        documents.Select((json, i) => (i == 0 ? name : $"{name} {i + 1}", json));
}
