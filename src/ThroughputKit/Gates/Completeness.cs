using System.Globalization;

namespace ThroughputKit.Gates;

/// <summary>Whether there is anything to judge. Lack of evidence is no pass, whatever the gates say.</summary>
internal static class Completeness
{
    public static IEnumerable<GateFailure> Check(LoadResult result)
    {
        if (result.Succeeded == 0)
        {
            yield return GateFailure.OfEvidence(Invariant($"no request succeeded within the window, of {result.Sent:N0} sent; there is nothing to judge"));
        }

        if (result.WasCancelled)
        {
            yield return GateFailure.OfEvidence("the run was cancelled; part of it is no evidence for the whole");
        }

        if (result.HasAppGone)
        {
            yield return GateFailure.OfEvidence("the app's process ended before the run did; part of it is no evidence for the whole");
        }

        if (result.HasRequestsLeft)
        {
            yield return GateFailure.OfEvidence(Invariant($"only {result.Sent:N0} of {result.RequestsPlanned:N0} requests {(result.Sent == 1 ? "was" : "were")} sent before the run ended"));
        }
    }

    private static string Invariant(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
