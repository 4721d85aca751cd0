using System.Globalization;
using ThroughputKit.Gates;

namespace ThroughputKit;

/// <summary>Results did not pass their gates. The message names every gate that failed, each with its run's summary.</summary>
public sealed class LoadGateException : Exception, IAssertionException
{
    internal LoadGateException(IReadOnlyList<Verdict> failed)
        : base(string.Join(Environment.NewLine + Environment.NewLine, failed.Select(Describe)))
    {
        Result = failed[0].Result;
        Failures = [.. failed.SelectMany(v => v.Failures)];
    }

    /// <summary>Gets the result that was judged; of several in one test, the first that failed.</summary>
    public LoadResult Result { get; }

    /// <summary>Gets the gates that failed.</summary>
    public IReadOnlyList<GateFailure> Failures { get; }

    private static IEnumerable<string> Causes(Verdict verdict) => verdict.Result.Findings.Where(f => f.IsCause).Select(f => $"{f.Message} {f.Mend}{Environment.NewLine}");

    private static string Heading(int gates) => gates == 1 ? "A gate failed:" : string.Create(CultureInfo.InvariantCulture, $"{gates} gates failed:");

    private static string Describe(Verdict verdict)
    {
        var (missed, unfounded) = (verdict.Failures.Where(f => !f.IsForEvidence).ToArray(), verdict.Failures.Where(f => f.IsForEvidence).ToArray());
        string[] causes = [.. Causes(verdict)];
        return string.Join(
            Environment.NewLine,
            [
                .. causes, // before all that only follows from them
                .. unfounded.Length > 0 && causes.Length == 0 ? ["Not passed:", .. unfounded.Select(f => $"- {f}")] : Array.Empty<string>(),
                .. missed.Length > 0 ? [Heading(missed.Length), .. missed.Select(f => $"- {f}")] : Array.Empty<string>(),
                "",
                verdict.Report,
            ]);
    }
}
