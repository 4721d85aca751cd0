using static System.FormattableString;

namespace ThroughputKit;

/// <summary>Checks whether there is anything to judge. Missing evidence never passes, whatever the gates say.</summary>
internal static class EvidenceRule
{
    public static IEnumerable<GateOutcome> Check(LoadResult result)
    {
        string?[] reasons =
        [
            result.Succeeded > 0 ? null : Invariant($"no request succeeded ({result.Sent:N0} sent), so there is nothing to judge"),
            result.Succeeded > 0 && result.Runs.FirstOrDefault(r => r.Succeeded == 0) is { } empty
                ? Invariant($"in one of the {result.Runs.Count:N0} runs no request succeeded ({empty.Sent:N0} sent)") : null,
            !result.WasCancelled ? null : "the run was cancelled, so its figures are incomplete",
            !HasAppStopped(result) ? null
                : $"the app{(result.HasAppExited ? "'s process exited" : " stopped")} before the run ended, so its figures are incomplete",
            RequestsLeft(result) is { } left ? $"{left} before the run ended" : null,
            MissingPart(result),
        ];
        return reasons.OfType<string>().Select(r => GateOutcome.WithoutEvidence(r));
    }

    /// <summary>
    /// Returns how few of a fixed number of requests were sent, or of iterations had ended, when the time limit ended the run; <see langword="null"/> if it
    /// didn't.
    /// </summary>
    public static string? RequestsLeft(LoadResult result)
    {
        var (done, planned, unit, how) = result.PassesPlanned is { } passes ? (PassesOver(result), passes, "passes", "finished")
            : (result.Kind.CountDone(result), result.RequestsPlanned ?? 0, result.Kind.Unit, result.Kind.Done);
        return result.WasCancelled || done >= planned ? null : Invariant($"only {done:N0} of {planned:N0} {unit} {(done == 1 ? "was" : "were")} {how}");
    }

    // With the last request, or with one that failed.
    private static long PassesOver(LoadResult result) =>
        result.Failed + (result.Endpoints is [.., var last] ? last.Succeeded + last.InFlightAtEnd : 0);

    private static string? MissingPart(LoadResult result) => result switch
    {
        { Succeeded: 0 } or { WasCancelled: true } => null,
        _ when HasAppStopped(result) => null,
        { Runs: { Count: > 0 } runs } => runs.Select(MissingPart).FirstOrDefault(m => m is not null) is { } missing
            ? Invariant($"in one of the {runs.Count:N0} runs {missing}") : null,
        { Iterations: { } begun, IterationsEnded: 0 } =>
            Invariant($"no iteration of the scenario ended ({begun:N0} begun), so only its beginning was measured. ")
                + "Its code should return after one visit: the kit calls it again. If it does, measure for longer",
        { Kind.IsSentByKit: false } when result.Endpoints.All(e => e.IsUnseen || e.Succeeded == 0) =>
            "no iteration of the scenario did a step, or got a response, so nothing of the app was measured. "
                + "Send requests with user.Client, or let what clients of your own do be a step: user.StepAsync",
        { Scenarios: { } scenarios } => scenarios.FirstOrDefault(s => s is { IterationsEnded: 0, IsInMix: true }) is { } missing
            ? Invariant($"no iteration of the scenario {missing.Name} ended ({missing.Iterations:N0} begun), so the mix was not measured as it is. ")
                + $"{More(result)}, with more users, or give it a larger weight{(missing.Iterations == 0 ? "" : ". Its code should return after one visit")}"
            : null,
        { Kind.HasPasses: true } => result.Endpoints.FirstOrDefault(e => e is { Succeeded: 0, IsInMix: true }) is { } missing
            ? Invariant($"no request of {missing.Name} succeeded ({missing.Sent:N0} sent), so only the beginning of the chain was measured. ")
                + (missing.Failed > 0 ? "Each that ended has failed: look at its failures" : More(result))
            : null,
        _ => UnsentOfMix(result) is { } unsent
            ? $"{unsent.Name} was never sent, so the mix was not measured as it is. "
                + $"{More(result)}, or give it a larger weight"
            : null,
    };

    // One in the test's process may stop by itself, too.
    private static bool HasAppStopped(LoadResult result) => result.HasAppExited || result.Findings.Any(f => f.Name == FindingNames.AppStopped);

    private static string More(LoadResult result) => result.RequestsPlanned is null ? "Measure for longer"
        : result.Kind.UnitsAreRequests ? "Send more requests" : "Do more iterations";

    private static EndpointFigures? UnsentOfMix(LoadResult result) => result.Endpoints.FirstOrDefault(e => e is { Sent: 0, IsInMix: true });
}
