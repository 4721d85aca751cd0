using static System.FormattableString;

namespace ThroughputKit.Gates;

/// <summary>Checks whether there is anything to judge. Missing evidence never passes, whatever the gates say.</summary>
internal static class EvidenceRule
{
    public static IEnumerable<GateOutcome> Check(LoadResult result)
    {
        string?[] reasons =
        [
            result.Succeeded > 0 ? null : Invariant($"no request succeeded ({result.Sent:N0} sent), so there is nothing to judge"),
            !result.WasCancelled ? null : "the run was cancelled, so its figures are incomplete",
            !result.HasAppExited ? null : "the app's process exited before the run ended, so its figures are incomplete",
            !result.HasRequestsLeft ? null
                : $"only {result.RequestsDone} before the run ended",
            MissingPart(result),
        ];
        return reasons.OfType<string>().Select(GateOutcome.WithoutEvidence);
    }

    private static string? MissingPart(LoadResult result) => result is { Iterations: { } begun, IterationsEnded: 0, Succeeded: > 0 }
        ? Invariant($"no iteration of the scenario ended ({begun:N0} begun), so only its beginning was measured. Measure for longer. ")
            + "Its code should return after one visit: the kit calls it again"
        : MissingRequest(result);

    private static string? MissingRequest(LoadResult result) =>
        result is { Settings.IsChain: true, Succeeded: > 0 } && result.Endpoints.FirstOrDefault(e => e.Succeeded == 0) is { } missing
            ? Invariant($"no request of {missing.Name} succeeded ({missing.Sent:N0} sent), so only the beginning of the chain was measured. Measure for longer")
            : null;
}
