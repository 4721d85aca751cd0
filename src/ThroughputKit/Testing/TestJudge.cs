using System.Diagnostics;
using ThroughputKit.Baselines;
using ThroughputKit.Comparison;
using ThroughputKit.Gates;

namespace ThroughputKit.Testing;

/// <summary>Judges all results of a test together, and reports them.</summary>
[StackTraceHidden]
internal static class TestJudge
{
    /// <exception cref="LoadTestException">A gate or the baseline can't be judged for one of the results, or the results must not be approved.</exception>
    /// <exception cref="LoadGateException">A gate failed. The exception names all failed gates.</exception>
    /// <exception cref="LoadInconclusiveException">Gates could not be judged, and the policy is to fail.</exception>
    public static TestOutcome Judge(
        TestRuns measured, TestSettings settings, KitEnvironment environment, Action<string> write, TestBaseline? baseline = null)
    {
        var approving = environment.IsApproving ? baseline : null;
        Verdict[] ofGates = [.. measured.Results.Select(r => GateJudge.JudgeEligible(r, settings.Gates))];
        Verdict[] verdicts =
        [
            .. baseline is null || approving is not null ? ofGates : baseline.Judge(ofGates),
            .. measured.Comparisons.Select(ComparisonJudge.Judge),
        ];
        foreach (var verdict in verdicts.Where(v => v.Failed.Count == 0))
        {
            write(verdict.Report);
            string[] lines =
            [
                .. verdict.Passed.Count > 0 ? new[] { $"  Passed      {string.Join("; ", verdict.Passed)}" } : [],
                .. verdict.Remarks.Select(r => $"  Baseline    {r}"),
            ];
            if (lines.Length > 0)
            {
                write(string.Join(Environment.NewLine, lines));
            }
        }

        ThrowIfFailed(verdicts);
        if (approving is not null)
        {
            var approved = approving.Approve(measured.Results);
            write(approved);
            return new TestOutcome(SkipReason: null, Warning: approved);
        }

        if (!Array.Exists(verdicts, v => v.NotJudged.Count + v.Inconclusive.Count > 0))
        {
            return new TestOutcome(SkipReason: null, Warning: null);
        }

        var outcome = Inconclusive.Unjudged(verdicts).Resolve(settings.OnInconclusive, environment);
        if (outcome.Warning is { } warning)
        {
            write(warning);
        }

        // Test frameworks don't keep the output of skipped tests.
        return outcome.SkipReason is { } reason
            ? outcome with { SkipReason = string.Join(Environment.NewLine, [reason, "", .. verdicts.Select(v => v.Report)]) }
            : outcome;
    }

    private static void ThrowIfFailed(Verdict[] verdicts)
    {
        if (Array.Exists(verdicts, v => v.Failed.Count > 0))
        {
            throw new LoadGateException([.. verdicts.Select(v => v.WithProblemsAsFailures()).Where(v => v.Failed.Count > 0)]);
        }

        Problem[] problems = [.. verdicts.SelectMany(v => v.Problems)];
        if (problems.Length > 0)
        {
            throw LoadTestException.Unjudged("The test could not be judged", problems);
        }
    }
}
