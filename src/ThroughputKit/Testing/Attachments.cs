namespace ThroughputKit.Testing;

/// <summary>
/// The measurements of a test, kept next to its report: each attempt and each comparison as JSON. A test would not choose these names for its own
/// attachments.
/// </summary>
internal static class Attachments
{
    public static IEnumerable<(string Name, string Json)> Of(TestRuns runs) =>
        Numbered("throughput result", runs.Verdicts.SelectMany(v => v.Result.Attempts).Select(r => r.ToJson()))
            .Concat(Numbered("throughput comparison", runs.Comparisons.Select(c => c.ToJson())));

    private static IEnumerable<(string Name, string Json)> Numbered(string name, IEnumerable<string> documents) =>
        documents.Select((json, i) => (i == 0 ? name : $"{name} {i + 1}", json));
}
