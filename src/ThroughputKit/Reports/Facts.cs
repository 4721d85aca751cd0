using ThroughputKit.Reporting;
using static System.FormattableString;

namespace ThroughputKit.Reports;

/// <summary>Where and how a result was measured, a line a fact. Pure.</summary>
internal static class Facts
{
    public static IReadOnlyList<string> Environment(LoadResult result)
    {
        var environment = result.Environment;
        return
        [
            .. new[] { environment.Runtime, environment.OperatingSystem, environment.Cpu }.Where(f => f.Length > 0),
            Invariant($"{Counted.Of(environment.Cores, "core")}, {(environment.IsServerGc ? "server" : "workstation")} garbage collector")
                + (environment.IsDynamicGc ? " that adapts to the app (DATAS)" : ""),
            .. Machine(result.Machine),
            $"ThroughputKit {ResultJson.Kit}{(environment.IsKitOptimized ? "" : ", built without optimizations")}",
        ];
    }

    public static IReadOnlyList<string> Settings(LoadResult result) =>
    [
        Invariant($"{SizeText.Of(result)}, {result.Duration.TotalSeconds:0.###} s")
            + (result.RequestsPlanned is { } planned ? Invariant($", {planned:N0} {result.Kind.Unit} planned") : ""),
        .. result.Pacing is { } pacing ? [Invariant($"A set rate: {pacing.Planned:N0} {result.Kind.PlannedUnit} planned")] : Array.Empty<string>(),
        $"Engine: {result.Generator.Engine}",
        $"Warm-up: {WarmUp(result.WarmUp)}",
        .. result.Origin is { Length: > 0 } origin ? [$"The app: {origin}"] : Array.Empty<string>(),
        .. result.EarlierAttempts.Count > 0
            ? [Invariant($"Attempts: {result.EarlierAttempts.Count + 1}; the figures are those of the last")] : Array.Empty<string>(),
    ];

    /// <summary>Returns the facts of two sides: what they share once, and what differs with its side.</summary>
    public static IReadOnlyList<string> OfSides(IReadOnlyList<string> reference, IReadOnlyList<string> candidate) =>
    [
        .. reference.Intersect(candidate, StringComparer.Ordinal),
        .. reference.Except(candidate, StringComparer.Ordinal).Select(f => $"Reference: {f}"),
        .. candidate.Except(reference, StringComparer.Ordinal).Select(f => $"Candidate: {f}"),
    ];

    private static string WarmUp(WarmUpFigures warmUp) => warmUp.Duration == TimeSpan.Zero ? "none"
        : Invariant($"{warmUp.Duration.TotalSeconds:0.0##} s, {(warmUp.IsSteady ? "steady" : "not steady")}")
            + (warmUp.Reason.Length > 0 ? $": {warmUp.Reason}" : "");

    private static IEnumerable<string> Machine(MachineFigures machine)
    {
        if (machine.OtherBusyCores is { } other)
        {
            yield return Invariant($"Other processes kept {other:0.00} cores busy");
        }

        if (machine.IdleCores is { } idle)
        {
            yield return Invariant($"{idle:0.00} cores were idle");
        }

        if (machine.StolenShare is > 0 and var stolen)
        {
            yield return Invariant($"The hypervisor took {stolen:0.0%} of the processor time");
        }

        if (machine.ThrottledShare is > 0 and var throttled)
        {
            yield return Invariant($"The container was throttled in {throttled:0.0%} of the periods");
        }
    }
}
