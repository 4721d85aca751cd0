using System.Globalization;
using ThroughputKit.Gates;

namespace ThroughputKit;

/// <summary>Thrown when results did not pass their gates. The message names every failed gate, with the summary of its run.</summary>
public sealed class LoadGateException : Exception, IAssertionException
{
    internal LoadGateException(IReadOnlyList<Verdict> failed)
        : base(string.Join(Environment.NewLine + Environment.NewLine, failed.Select(Describe)))
    {
        Results = failed.Select(v => v.Result).ToArray();
        Failures = [.. failed.SelectMany(v => v.Failed)];
    }

    // Not one result: NUnit prints the text of every public property, so the summary would appear twice.
    /// <summary>Gets the judged results that failed: one, unless a test has several.</summary>
    public IReadOnlyList<LoadResult> Results { get; }

    /// <summary>Gets the failed gates.</summary>
    public IReadOnlyList<GateOutcome> Failures { get; }

    private static string Describe(Verdict verdict)
    {
        string[] causes = [.. verdict.Causes.Select(c => $"{c}{Environment.NewLine}")];
        GateOutcome[] missed = [.. verdict.Failed.Where(f => !f.IsForEvidence)];
        return string.Join(
            Environment.NewLine,
            [
                .. causes, // causes come before their consequences
                .. causes.Length > 0 ? [] : Listed("Not judged:", [.. verdict.Failed.Where(f => f.IsForEvidence)]),
                .. Listed(missed.Length == 1 ? "A gate failed:" : string.Create(CultureInfo.InvariantCulture, $"{missed.Length} gates failed:"), missed),
                "",
                verdict.Report,
            ]);
    }

    private static IEnumerable<string> Listed(string heading, GateOutcome[] outcomes) =>
        outcomes.Length == 0 ? [] : [heading, .. outcomes.Select(o => $"- {o}")];
}
