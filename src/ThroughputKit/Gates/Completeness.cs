using static System.FormattableString;

namespace ThroughputKit.Gates;

/// <summary>Checks whether there is anything to judge. Missing evidence never passes, whatever the gates say.</summary>
internal static class Completeness
{
    public static IEnumerable<GateOutcome> Check(LoadResult result)
    {
        if (result.Succeeded == 0)
        {
            yield return GateOutcome.WithoutEvidence(Invariant($"no request succeeded ({result.Sent:N0} sent), so there is nothing to judge"));
        }

        if (result.WasCancelled)
        {
            yield return GateOutcome.WithoutEvidence("the run was cancelled, so its figures are incomplete");
        }

        if (result.HasAppGone)
        {
            yield return GateOutcome.WithoutEvidence("the app's process exited before the run ended, so its figures are incomplete");
        }

        if (result.HasRequestsLeft)
        {
            yield return GateOutcome.WithoutEvidence(Invariant($"only {result.Sent:N0} of {result.RequestsPlanned:N0} requests {(result.Sent == 1 ? "was" : "were")} sent before the run ended"));
        }
    }
}
