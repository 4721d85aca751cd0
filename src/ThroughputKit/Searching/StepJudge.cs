using static System.FormattableString;

namespace ThroughputKit.Searching;

/// <summary>Judges whether the rate of a run held. Pure.</summary>
internal static class StepJudge
{
    private const double Tolerated = 0.01;

    /// <returns>The reason why the rate did not hold, in words; <see langword="null"/> if it held.</returns>
    public static string? WhyNot(LoadResult result, double maxP99Ms)
    {
        string[] reasons = [.. Reasons(result, result.Pacing!, maxP99Ms)];
        return reasons.Length == 0 ? null : string.Join("; ", reasons);
    }

    private static IEnumerable<string> Reasons(LoadResult result, PacingFigures pacing, double maxP99Ms)
    {
        if (result.Findings.Any(f => f.Name == FindingNames.AppStopped))
        {
            yield return "the app stopped";
        }

        if (result.Failed > 0)
        {
            yield return Invariant($"{result.Failed:N0} of {result.Sent:N0} requests failed")
                + Invariant($"{(result.Failures.Examples is [var first, ..] ? $", the first with {first.Kind}: {first.Detail}" : "")}");
        }

        if (result.Latency.Count == 0)
        {
            yield return "no request succeeded";
            yield break;
        }

        var isUnsent = pacing.Unsent > Tolerated * pacing.Planned;
        if (isUnsent)
        {
            yield return Invariant($"{pacing.Unsent:N0} of {pacing.Planned:N0} requests were never sent")
                + (2 * pacing.UnsentForGenerator > pacing.Unsent ? "" : ", because no connection was free");
        }

        var isSlow = result.Latency.P99.TotalMilliseconds > maxP99Ms;
        if (isSlow)
        {
            yield return Invariant($"p99 is {(result.Latency.IsLowerBound(99) ? "at least " : "")}{result.Latency.P99.TotalMilliseconds:N2} ms");
        }
        else if (!isUnsent && result.Latency.UpperBound(99) > maxP99Ms)
        {
            yield return Invariant($"p99 is over the limit if the {result.Latency.Unanswered:N0} requests that were never answered are slow");
        }

        // The app is responsible only for requests that wait until it has answered others.
        var late = pacing.Late - pacing.LateForConnection + pacing.UnsentForGenerator;
        if ((isUnsent || isSlow) && late > Tolerated * pacing.Planned)
        {
            yield return Invariant($"{late:N0} of {pacing.Planned:N0} requests were sent late although a connection was free: ")
                + "the generator had to wait for the processor, so this is a limit of the machine, not of the app";
        }
    }
}
