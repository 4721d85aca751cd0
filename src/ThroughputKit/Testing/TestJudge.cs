using System.Diagnostics;
using ThroughputKit.Baselines;
using ThroughputKit.Comparison;
using ThroughputKit.Gates;

namespace ThroughputKit.Testing;

/// <summary>Judges a test by the verdicts on all its results, and by its baseline, and reports them.</summary>
[StackTraceHidden]
internal static class TestJudge
{
    /// <param name="measured">The measurements and the verdicts of their gates.</param>
    /// <param name="onInconclusive">The test's policy for what could not be judged.</param>
    /// <param name="environment">The environment.</param>
    /// <param name="write">Writes lines to the test's output.</param>
    /// <param name="baseline">The test's baseline, if it has one.</param>
    /// <exception cref="LoadTestException">A gate or the baseline can't be judged for one of the results, or the results must not be approved.</exception>
    /// <exception cref="LoadGateException">A gate failed. The exception names all failed gates.</exception>
    /// <exception cref="LoadInconclusiveException">Gates could not be judged, and the policy is to fail.</exception>
    public static TestOutcome Judge(
        TestRuns measured, InconclusivePolicy? onInconclusive, KitEnvironment environment, Action<string> write, TestBaseline? baseline = null)
    {
        var approving = environment.IsApproving ? baseline : null;
        Verdict[] verdicts =
        [
            .. baseline is null || approving is not null ? measured.Verdicts : baseline.Judge(measured.Verdicts),
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
            var approved = approving.Approve([.. measured.Verdicts.Select(v => v.Result)]);
            write(approved);
            return new TestOutcome(SkipReason: null, Warning: approved);
        }

        if (!Array.Exists(verdicts, v => v.NotJudged.Count + v.Inconclusive.Count > 0))
        {
            return new TestOutcome(SkipReason: null, Warning: null);
        }

        var outcome = Inconclusive.Unjudged(verdicts).Resolve(onInconclusive, environment);
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

        Problem[] problems = [.. verdicts.SelectMany(v => v.Problems.Select(p => p.Problem))];
        if (problems.Length > 0)
        {
            throw LoadTestException.Unjudged("The test could not be judged", problems);
        }
    }
}
