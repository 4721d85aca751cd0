using ThroughputKit.Gates;
using ThroughputKit.Reporting;
using static System.FormattableString;

namespace ThroughputKit.Comparison;

/// <summary>
/// A count of what the app does for a request, compared between two results. It doesn't depend on the machine, so one measurement of each side decides. Pure.
/// </summary>
/// <param name="Gate">The gate's property.</param>
/// <param name="Setting">Returns the gate's setting; <see langword="null"/> if it isn't set.</param>
/// <param name="Work">What is counted.</param>
internal sealed record WorkDifference(string Gate, Func<ComparisonGates, double?> Setting, CountedWork Work)
{
    // Counts are rounded to less than this.
    private const double Same = 1e-3;
    private const int MaxItems = 3;

    public static IReadOnlyList<WorkDifference> All { get; } =
    [
        new(nameof(ComparisonGates.MaxExtraDatabaseCommandsPerRequest), g => g.MaxExtraDatabaseCommandsPerRequest, CountedWork.DatabaseCommands),
        new(nameof(ComparisonGates.MaxExtraHttpRequestsPerRequest), g => g.MaxExtraHttpRequestsPerRequest, CountedWork.HttpRequests),
        new(nameof(ComparisonGates.MaxExtraExceptionsPerRequest), g => g.MaxExtraExceptionsPerRequest, CountedWork.Exceptions),
    ];

    /// <summary>Returns the differences that gates limit.</summary>
    public static IEnumerable<WorkDifference> Set(ComparisonGates gates) => All.Where(d => d.Setting(gates) is not null);

    /// <summary>Judges the gates that are set.</summary>
    public static IEnumerable<GateOutcome> Judge(ComparisonGates gates, LoadResult reference, LoadResult candidate) =>
        Set(gates).Select(d => d.Judge(d.Setting(gates)!.Value, reference, candidate));

    /// <summary>Returns the counts that are larger on the side of the candidate, and what it does more often; empty if there are none.</summary>
    public static string MoreOf(LoadResult reference, LoadResult candidate) => reference.Counts is { } before && candidate.Counts is { } now
        ? string.Join("; ", All.Where(d => d.Work.Count(now) - d.Work.Count(before) > Same).Select(d => d.Describe(before, now)))
        : "";

    private GateOutcome Judge(double limit, LoadResult reference, LoadResult candidate)
    {
        if (WhyUnknown("reference", reference) is { } first)
        {
            return new GateOutcome(Gate, GateVerdict.Inconclusive, first);
        }

        if (WhyUnknown("candidate", candidate) is { } second)
        {
            return new GateOutcome(Gate, GateVerdict.Inconclusive, second);
        }

        var extra = Work.Count(candidate.Counts!)!.Value - Work.Count(reference.Counts!)!.Value;
        var (isWithin, mistake) = (extra <= limit + Same, Doubts.Mistakes(candidate.Findings.Concat(reference.Findings)).FirstOrDefault());
        var (shown, shownLimit) = (Describe(reference.Counts!, candidate.Counts!), Readable.Limit(limit, "#,0.0##"));
        var caution = mistake is null ? "" : $"; the finding {mistake.Name} prevents a verdict";
        return new GateOutcome(
            Gate,
            mistake is not null ? GateVerdict.Inconclusive : isWithin ? GateVerdict.Passed : GateVerdict.Failed,
            $"{shown}; limit {shownLimit} more{caution}")
        {
            Figures = new OutcomeFigures(extra, limit, Unit: "", IsFloor: false, $"{CountText.Show(extra)} more", $"{shownLimit} more"),
        };
    }

    private string? WhyUnknown(string side, LoadResult result) => result.Counts switch
    {
        null => $"not counted for the {side}. It is counted for an app whose process is known, with a warm-up: LoadTest.For or LoadTest.ForPublished",
        var counts when Work.Count(counts) is null => $"not known for the {side}. {counts.WhyUnknown.GetValueOrDefault(Work.Kind)}".TrimEnd('.', ' '),
        _ => null,
    };

    private string Describe(CountFigures before, CountFigures now)
    {
        var earlier = Work.Items(before).ToLookup(i => i.Text, i => i.PerRequest, StringComparer.Ordinal);
        var more = Work.Items(now).Select(i => (i.Text, More: i.PerRequest - earlier[i.Text].Sum())).Where(i => i.More > Same).OrderByDescending(i => i.More)
            .Take(MaxItems).Select(i => $"{CountText.Show(i.More)} x {CountText.Cut(i.Text)}");
        var list = string.Join(", ", more);
        return Invariant($"{Work.Name} {CountText.Show(Work.Count(before)!.Value)} -> {CountText.Show(Work.Count(now)!.Value)} per request")
            + (list.Length > 0 ? $" ({list} more)" : "");
    }
}
