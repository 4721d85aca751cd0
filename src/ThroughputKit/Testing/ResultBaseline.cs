using System.Diagnostics;
using ThroughputKit.Baselines;
using ThroughputKit.Gates;

namespace ThroughputKit.Testing;

/// <summary>Judges one result by its baseline, or approves it, without an attribute.</summary>
[StackTraceHidden]
internal static class ResultBaseline
{
    private const string Heading = "The result could not be judged by its baseline";

    /// <exception cref="LoadGateException">A figure is beyond the tolerance, or the result isn't valid evidence.</exception>
    /// <exception cref="LoadTestException">The baseline doesn't exist, or the two can't be compared.</exception>
    public static void Verify(LoadResult result, BaselineUse use, KitEnvironment environment, Action<string> write)
    {
        Problem[] wrong = [.. environment.CheckApproving()];
        IReadOnlyList<Problem> problems = [.. BaselineEligibility.CheckKind(result.Kind)];
        var baseline = problems.Count > 0 ? null : TestBaseline.Open(use, environment.IsApproving, out problems);
        if (baseline is null || wrong.Length > 0)
        {
            throw LoadTestException.Unjudged(Heading, [.. wrong, .. problems]);
        }

        if (environment.IsApproving)
        {
            var ofTest = GateJudge.JudgeEligible(result, result.Limits ?? new LoadGates());
            ofTest.ThrowIfFailed();
            if (ofTest.Problems.Count > 0)
            {
                throw LoadTestException.Unjudged(Heading, [.. ofTest.Problems.Select(p => p.Problem)]);
            }

            write(baseline.Approve(result));
            return;
        }

        var verdict = baseline.Judge(new Verdict(result, [.. EvidenceRule.Check(result)]));
        verdict.ThrowIfFailed();
        problems =
        [
            .. verdict.Problems.Select(p => p.Problem),
            .. verdict.Inconclusive.Select(o => new Problem(o.Message, "figures that can be trusted", "Follow the finding's remedy, and measure again.")),
            .. verdict.NotJudged.Count > 0 ? verdict.Mistakes.Select(m => m.AsProblem()) : [],
        ];
        if (problems.Count > 0)
        {
            throw LoadTestException.Unjudged(Heading, problems);
        }
    }
}
