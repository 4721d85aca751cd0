using System.Diagnostics;
using ThroughputKit.Baselines;
using ThroughputKit.Comparison;
using ThroughputKit.Gates;

namespace ThroughputKit.Testing;

/// <summary>Judges a test by the verdicts on its result and its comparison, and by its baseline, and reports them.</summary>
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
        var verdicts = Verdicts(measured, environment, baseline);
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

        ThrowIfFailed(verdicts, "test");
        var outcome = Resolve(verdicts, onInconclusive, environment);
        if (approving is not null && outcome.SkipReason is null)
        {
            var approved = approving.Approve(measured.Verdict!.Result);
            outcome = outcome with { Warning = outcome.Warning is { } unjudged ? $"{unjudged}{Environment.NewLine}{approved}" : approved };
        }

        if (outcome.Warning is { } warning)
        {
            write(warning);
        }

        // Test frameworks don't keep the output of skipped tests.
        return outcome.SkipReason is { } reason
            ? outcome with { SkipReason = string.Join(Environment.NewLine, [reason, "", .. verdicts.Select(v => v.Report)]) }
            : outcome;
    }

    /// <summary>Returns the verdicts on the result and the comparison, with that of the baseline.</summary>
    /// <param name="measured">The measurements and the verdicts of their gates.</param>
    /// <param name="environment">The environment.</param>
    /// <param name="baseline">The test's baseline, if it has one.</param>
    public static Verdict[] Verdicts(TestRuns measured, KitEnvironment environment, TestBaseline? baseline) =>
    [
        .. measured.Verdict is { } run ? new[] { baseline is null || environment.IsApproving ? run : baseline.Judge(run) } : [],
        .. measured.Comparison is { } comparison ? new[] { ComparisonJudge.Judge(comparison) } : [],
    ];

    /// <summary>Judges one result, or one comparison, in code.</summary>
    /// <param name="verdict">The verdict of its gates.</param>
    /// <param name="what">The kind of result.</param>
    /// <param name="onInconclusive">The policy for what could not be judged. The environment takes precedence.</param>
    /// <param name="environment">The environment.</param>
    /// <param name="write">Writes the reason why something could not be judged, if the result passes all the same.</param>
    /// <exception cref="LoadTestException">
    /// A gate can't be judged; or the set-up makes the figures worthless, and the policy is to fail, or this is a build server.
    /// </exception>
    /// <exception cref="LoadGateException">A gate failed. The exception names all failed gates.</exception>
    /// <exception cref="LoadInconclusiveException">A verdict is inconclusive, and the policy is to fail.</exception>
    public static void Verify(Verdict verdict, string what, InconclusivePolicy onInconclusive, KitEnvironment environment, Action<string> write)
    {
        ThrowIfFailed([verdict], what);
        var policy = environment.OnInconclusive ?? (environment.CiVariable is null ? onInconclusive : InconclusivePolicy.Fail);
        if (verdict.NotJudged.Count > 0 && policy == InconclusivePolicy.Fail)
        {
            throw LoadTestException.Unjudged($"The {what} could not be judged", [.. verdict.Mistakes.Select(m => m.AsProblem())]);
        }

        var outcome = Resolve([verdict], onInconclusive, environment);
        if ((outcome.Warning ?? outcome.SkipReason) is { } reason)
        {
            write(reason);
        }
    }

    private static TestOutcome Resolve(Verdict[] verdicts, InconclusivePolicy? onInconclusive, KitEnvironment environment) =>
        Array.Exists(verdicts, v => v.NotJudged.Count + v.Inconclusive.Count > 0)
            ? Inconclusive.Unjudged(verdicts).Resolve(onInconclusive, environment)
            : new TestOutcome(SkipReason: null, Warning: null);

    private static void ThrowIfFailed(Verdict[] verdicts, string what)
    {
        if (Array.Exists(verdicts, v => v.Failed.Count > 0))
        {
            throw GateFailure.Of([.. verdicts.Select(v => v.WithProblemsAsFailures()).Where(v => v.Failed.Count > 0)]);
        }

        Problem[] problems = [.. verdicts.SelectMany(v => v.Problems.Select(p => p.Problem))];
        if (problems.Length > 0)
        {
            throw LoadTestException.Unjudged($"The {what} could not be judged", problems);
        }
    }
}
