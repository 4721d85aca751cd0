using System.Globalization;

namespace ThroughputKit.Gates;

/// <summary>Whether there is anything to judge. Lack of evidence is no pass, whatever the gates say.</summary>
internal static class Completeness
{
    public static IEnumerable<GateFailure> Check(LoadResult result)
    {
        if (result.Succeeded == 0)
        {
            yield return new GateFailure("Requests", Invariant($"no request succeeded within the window, of {result.Sent:N0} sent; there is nothing to judge{Why(result)}"));
        }

        if (result.WasCancelled)
        {
            yield return new GateFailure("Requests", "the run was cancelled; part of it is no evidence for the whole");
        }

        if (result.HasAppGone)
        {
            yield return new GateFailure("Requests", "the app's process ended before the run did; part of it is no evidence for the whole");
        }

        if (result.HasRequestsLeft)
        {
            yield return new GateFailure("Requests", Invariant($"only {result.Sent:N0} of {result.RequestsPlanned:N0} requests {(result.Sent == 1 ? "was" : "were")} sent before the run ended"));
        }
    }

    private static string Why(LoadResult result) => result.Findings.FirstOrDefault(f => f.IsCause) is { } cause ? $". {cause.Message.TrimEnd('.')}" : "";

    private static string Invariant(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
