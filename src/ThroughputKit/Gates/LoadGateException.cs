using System.Globalization;
using ThroughputKit.Gates;

namespace ThroughputKit;

/// <summary>A result did not pass its gates. The message names every gate that failed and ends with the run's summary.</summary>
public sealed class LoadGateException : Exception, IAssertionException
{
    internal LoadGateException(LoadResult result, IReadOnlyList<GateFailure> failures)
        : base(Describe(result, failures))
    {
        Result = result;
        Failures = failures;
    }

    /// <summary>Gets the result that was judged.</summary>
    public LoadResult Result { get; }

    /// <summary>Gets the gates that failed.</summary>
    public IReadOnlyList<GateFailure> Failures { get; }

    private static string Describe(LoadResult result, IReadOnlyList<GateFailure> failures)
    {
        var heading = failures.Count == 1 ? "A gate failed:" : string.Create(CultureInfo.InvariantCulture, $"{failures.Count} gates failed:");
        return string.Join(Environment.NewLine, [heading, .. failures.Select(f => $"- {f}"), "", result.ToString()]);
    }
}
