using System.Diagnostics;
using ThroughputKit.Comparison;
using ThroughputKit.Gates;

namespace ThroughputKit.Testing;

/// <summary>Judges all results of a test together, and reports them.</summary>
[StackTraceHidden]
internal static class TestJudge
{
    /// <exception cref="LoadTestException">A gate can't be judged for one of the results.</exception>
    /// <exception cref="LoadGateException">A gate failed; the exception names all that did.</exception>
    /// <exception cref="LoadInconclusiveException">Gates could not be judged, and the test fails then.</exception>
    public static TestOutcome Judge(Measured measured, TestSettings settings, KitEnvironment environment, Action<string> write)
    {
        Verdict[] verdicts =
        [
            .. measured.Results.Select(r => GateJudge.JudgeWhatCounts(r, settings.Gates)),
            .. measured.Comparisons.Select(ComparisonJudge.Judge),
        ];
        foreach (var verdict in verdicts.Where(v => v.Failures.Count == 0))
        {
            write(verdict.Report);
            if (verdict.Passed.Count > 0)
            {
                write($"  Passed      {string.Join(", ", verdict.Passed)}");
            }
        }

        if (Array.Exists(verdicts, v => v.Failures.Count > 0))
        {
            throw new LoadGateException([.. verdicts.Where(v => v.Failures.Count > 0)]);
        }

        if (!Array.Exists(verdicts, v => v.Unjudged.Count + v.Open.Count > 0))
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
}
