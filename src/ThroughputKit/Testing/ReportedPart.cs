using ThroughputKit.Gates;
using ThroughputKit.Reports;

namespace ThroughputKit.Testing;

/// <summary>What reports of a test are about: a run, or the comparison that a test is or that follows its run.</summary>
/// <param name="Run">The run's result, with the outcomes of its gates.</param>
/// <param name="Comparison">The comparison's result, likewise, instead of the run's.</param>
internal sealed record ReportedPart(LoadResult? Run, LoadComparisonResult? Comparison)
{
    private const string Itself = "Test";
    private const int MaxMessage = 2_000;

    public GateVerdict? Verdict => Run is null ? Comparison!.Verdict : Run.Verdict;

    public IReadOnlyList<GateOutcome> Gates => Run?.Gates ?? Comparison!.Gates;

    public IReadOnlyList<Finding> Findings => Run?.Findings ?? Comparison!.Findings;

    /// <summary>Returns the parts of a test that has ended. If it failed, one of them has failed or, by its policy, is inconclusive.</summary>
    /// <param name="verdicts">The verdicts on what was measured.</param>
    /// <param name="failure">The exception that ended the test; <see langword="null"/> if it did not fail.</param>
    public static IReadOnlyList<ReportedPart> Of(IReadOnlyList<Verdict> verdicts, Exception? failure)
    {
        ReportedPart[] parts = verdicts.Count > 0 ? [.. verdicts.Select(v => Of(failure is null ? v : v.WithProblemsAsFailures() with { Problems = [] }))]
            : failure is LoadGateException { Results: [.., var own] } e
                ? [new(own.Verdict == GateVerdict.Failed ? own : own with { Gates = e.Failures, Limits = e.Limits ?? own.Limits }, null)]
            : [];
        return failure is null or LoadInconclusiveException || Array.Exists(parts, p => p.Verdict == GateVerdict.Failed)
            ? parts
            : [.. parts.Select(p => p.With(new GateOutcome(Itself, GateVerdict.Failed, Describe(failure))))];
    }

    /// <summary>Gets what it is about, in a word.</summary>
    public string Kind => Run is null ? "comparison" : "run";

    public string ToJson() => Run?.ToJson() ?? Comparison!.ToJson();

    public Report ToReport() => Run is { } run ? RunReport.Of(run) : ComparisonReport.Of(Comparison!, Comparison!.Gates);

    /// <summary>Returns the report of this part, whose verdict is that of the test.</summary>
    /// <param name="test">The test's name.</param>
    /// <param name="worst">The part with the worst verdict.</param>
    public Report ToReport(string test, ReportedPart worst)
    {
        var report = ToReport() with { Title = test };
        return Outcomes.Rank(Verdict) <= Outcomes.Rank(worst.Verdict) ? report : report with
        {
            Verdict = worst.Verdict,
            VerdictText = $"{worst.ToReport().VerdictText} That is of the {worst.Kind}. Of the {Kind}, which is shown here: {report.VerdictText}",
        };
    }

    private static ReportedPart Of(Verdict verdict) => verdict.Comparison is { } comparison
        ? new(null, comparison with { Gates = [.. verdict.Gates.Except(comparison.Gates), .. comparison.Gates] })
        : new(verdict.ToResult(verdict.Result.Limits ?? new()), null);

    // With it, neither the page nor the JSON says that the test has passed.
    private ReportedPart With(GateOutcome outcome) => Run is { } run
        ? new(run with { Gates = [outcome, .. run.Gates] }, null)
        : new(null, Comparison! with { Gates = [outcome, .. Comparison.Gates] });

    private static string Describe(Exception failure)
    {
        var text = $"{failure.GetType().Name}: {string.Join(' ', failure.Message.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries))}";
        return text.Length <= MaxMessage ? text : $"{text[..MaxMessage]}…";
    }
}
