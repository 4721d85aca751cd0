using System.Globalization;
using ThroughputKit.Gates;

namespace ThroughputKit;

/// <summary>Thrown when results did not pass their gates. The message names every failed gate, with the summary of its run.</summary>
public sealed class LoadGateException : Exception, IAssertionException
{
    internal LoadGateException(IReadOnlyList<Verdict> failed)
        : base(string.Join(Environment.NewLine + Environment.NewLine, failed.Select(Describe)))
    {
        Result = failed[0].Result;
        Failures = [.. failed.SelectMany(v => v.Failed)];
    }

    /// <summary>Gets the judged result; if a test has several, the first that failed.</summary>
    public LoadResult Result { get; }

    /// <summary>Gets the failed gates.</summary>
    public IReadOnlyList<GateOutcome> Failures { get; }

    private static IEnumerable<string> Causes(Verdict verdict) => verdict.Result.Findings.Where(f => f.IsCause).Select(f => $"{f.Message} {f.Remedy}{Environment.NewLine}");

    private static string Heading(int gates) => gates == 1 ? "A gate failed:" : string.Create(CultureInfo.InvariantCulture, $"{gates} gates failed:");

    private static string Describe(Verdict verdict)
    {
        var (missed, unfounded) = (verdict.Failed.Where(f => !f.IsForEvidence).ToArray(), verdict.Failed.Where(f => f.IsForEvidence).ToArray());
        string[] causes = [.. Causes(verdict)];
        return string.Join(
            Environment.NewLine,
            [
                .. causes, // causes come before their consequences
                .. unfounded.Length > 0 && causes.Length == 0 ? ["Not judged:", .. unfounded.Select(f => $"- {f}")] : Array.Empty<string>(),
                .. missed.Length > 0 ? [Heading(missed.Length), .. missed.Select(f => $"- {f}")] : Array.Empty<string>(),
                "",
                verdict.Report,
            ]);
    }
}
