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

    private static string Describe(Verdict verdict)
    {
        var failures = verdict.Failures;
        var heading = failures.Count == 1 ? "A gate failed:" : string.Create(CultureInfo.InvariantCulture, $"{failures.Count} gates failed:");
        return string.Join(Environment.NewLine, [heading, .. failures.Select(f => $"- {f}"), "", verdict.Report]);
    }
}
