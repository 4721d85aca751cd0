namespace ThroughputKit.Trends;

/// <summary>A trend as text.</summary>
internal static class TrendText
{
    /// <summary>Returns a paragraph for each test, then the changes and what was left out.</summary>
    public static IEnumerable<string> Lines(
        IReadOnlyList<TrendRun> runs, IReadOnlyList<TrendSeries> series, IReadOnlyList<TrendChange> changes, IReadOnlyList<string> problems)
    {
        if (runs.Count == 0)
        {
            yield return "There are no results.";
        }

        foreach (var test in runs.GroupBy(r => r.Test, StringComparer.Ordinal).OrderBy(t => t.Key, StringComparer.Ordinal))
        {
            yield return DisplayName.Show(test.Key);
            foreach (var one in series.Where(s => s.Test == test.Key))
            {
                yield return $"  {DisplayName.Show(one.Words)}";
            }

            if (Verdicts([.. test]) is { Length: > 0 } verdicts)
            {
                yield return $"  {verdicts}";
            }
        }

        foreach (var line in Section("Changes:", [.. changes.Select(c => c.ToString())]).Concat(Section("Left out:", problems)))
        {
            yield return line;
        }
    }

    private static IEnumerable<string> Section(string title, IReadOnlyList<string> lines) => lines.Count == 0 ? [] : lines.Select(l => $"  {l}").Prepend(title);

    private static string Verdicts(TrendRun[] runs)
    {
        var (failed, inconclusive) = (Count(GateVerdict.Failed), Count(GateVerdict.Inconclusive));
        string[] counts =
        [
            .. failed > 0 ? [$"{Counted.Of(failed, "run")} failed"] : Array.Empty<string>(),
            .. inconclusive > 0 ? [$"{Counted.Of(inconclusive, "run", "was", "were")} inconclusive"] : Array.Empty<string>(),
        ];
        var last = runs[^1].Verdict switch
        {
            GateVerdict.Failed => "; the last one failed",
            GateVerdict.Inconclusive => "; the last one was inconclusive",
            _ => "",
        };
        return counts.Length == 0 ? "" : $"{string.Join(" and ", counts)} of {Counted.Of(runs.Length, "run")}{last}";

        int Count(GateVerdict verdict) => runs.Count(r => r.Verdict == verdict);
    }
}
