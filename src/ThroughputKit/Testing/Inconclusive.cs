using System.Diagnostics;
using ThroughputKit.Gates;

namespace ThroughputKit.Testing;

/// <summary>The reason why a test could not be judged.</summary>
/// <param name="Reason">The reason and the remedy.</param>
/// <param name="IsSetUpMistake">Whether the test's set-up is wrong, so that it would never be judged.</param>
/// <param name="HasEvidence">Whether there are any measurements.</param>
[StackTraceHidden]
internal sealed record Inconclusive(string Reason, bool IsSetUpMistake, bool HasEvidence)
{
    public static Inconclusive Waited(KitEnvironment environment) => new(
        FormattableString.Invariant(
            $"Inconclusive: nothing was measured because other processes were measuring on this machine for {environment.MaxWait.TotalSeconds:0.###} s. ")
        + $"Wait for them to finish, or allow a longer wait with {KitEnvironment.MaxWaitVariable}.",
        IsSetUpMistake: false,
        HasEvidence: false);

    public static Inconclusive Unjudged(IReadOnlyList<Verdict> verdicts) => new(
        string.Join(
            Environment.NewLine,
            [
                .. NotJudged([.. verdicts.SelectMany(v => v.NotJudged).Distinct(StringComparer.Ordinal)]),
                .. verdicts.SelectMany(v => v.Mistakes).Distinct().Select(m => $"- {m}"),
                .. verdicts.SelectMany(v => v.Inconclusive).Select(o => $"Inconclusive: {o}"),
            ]),
        IsSetUpMistake: verdicts.Any(v => v.NotJudged.Count > 0),
        HasEvidence: true);

    private static IEnumerable<string> NotJudged(IReadOnlyList<string> gates) =>
        gates.Count == 0 ? [] : [$"Inconclusive: not judged: {string.Join(", ", gates)}."];

    /// <summary>Decides the outcome of the test. The environment takes precedence over the attribute.</summary>
    public TestOutcome Resolve(InconclusivePolicy? ofTest, KitEnvironment environment)
    {
        if (IsSetUpMistake && environment is { CiVariable: { } ci, OnInconclusive: null })
        {
            throw new LoadInconclusiveException(
                $"{Reason}{Environment.NewLine}This is a build server ({ci} is set), so the test fails: nobody would notice a warning. "
                + $"Fix the set-up, or set {KitEnvironment.InconclusiveVariable} to Skip or Warn for this job.");
        }

        return (environment.OnInconclusive ?? ofTest ?? InconclusivePolicy.Warn) switch
        {
            InconclusivePolicy.Fail => throw new LoadInconclusiveException(Reason),
            InconclusivePolicy.Warn when HasEvidence => new TestOutcome(SkipReason: null, Warning: Reason) { IsInconclusive = true },
            _ => new TestOutcome(Reason, Warning: null),
        };
    }
}
