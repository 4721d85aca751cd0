using System.Globalization;

namespace ThroughputKit.Gates;

/// <summary>Describes failed verdicts in the exception that reports them all.</summary>
internal static class GateFailure
{
    public static LoadGateException Of(IReadOnlyList<Verdict> failed) => new(
        string.Join(Environment.NewLine + Environment.NewLine, failed.Select(Describe)),
        [.. failed.Select(v => v.Result)],
        [.. failed.SelectMany(v => v.Failed)])
    {
        Limits = failed[^1].Limits,
    };

    private static string Describe(Verdict verdict)
    {
        string[] causes = [.. verdict.Causes.Select(c => $"{c}{Environment.NewLine}")];
        GateOutcome[] missed = [.. verdict.Failed.Where(f => !f.IsForEvidence)];
        return string.Join(
            Environment.NewLine,
            [
                .. causes, // causes come before their consequences
                .. verdict.FailedRequests is { Length: > 0 } failed ? [failed, ""] : Array.Empty<string>(),
                .. Listed("Not judged:", [.. verdict.Failed.Where(f => f.IsForEvidence && (causes.Length == 0 || !verdict.IsOfFailedRequests(f)))]),
                .. Listed(missed.Length == 1 ? "A gate failed:" : string.Create(CultureInfo.InvariantCulture, $"{missed.Length} gates failed:"), missed),
                "",
                verdict.Report,
            ]);
    }

    private static IEnumerable<string> Listed(string heading, GateOutcome[] outcomes) =>
        outcomes.Length == 0 ? [] : [heading, .. outcomes.Select(o => $"- {o}")];
}
