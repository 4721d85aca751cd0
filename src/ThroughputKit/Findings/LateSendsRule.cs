namespace ThroughputKit.Findings;

/// <summary>A set rate or the pauses of virtual users were not kept.</summary>
internal static class LateSendsRule
{
    private const double Tolerated = 0.01;
    private const double Named = 0.1;

    public static Finding? Examine(RunFacts run) => OfRate(run) ?? (run.Result.Pauses is { } pauses ? OfPauses(run.Result, pauses) : null);

    private static Finding? OfPauses(LoadResult result, PauseFigures pauses) => pauses.Late <= Tolerated * pauses.Count ? null
        : new Finding(
            FindingNames.LateSends,
            FindingSeverity.Warning,
            FormattableString.Invariant($"The pauses were not kept: of {pauses.Count:N0} that ended, {Were(pauses.Late)} more than 1 ms too long ")
                + FormattableString.Invariant($"(lateness p99 {pauses.Lateness.P99.TotalMilliseconds:N2} ms)."),
            $"The generator {HadToWait(result)} Let fewer users send, or stop other work on the machine.");

    private static Finding? OfRate(RunFacts run)
    {
        if (run.Result.Pacing is not { Planned: > 0 } pacing || pacing.Late + pacing.Unsent <= Tolerated * pacing.Planned)
        {
            return null;
        }

        return new Finding(
            FindingNames.LateSends,
            FindingSeverity.Warning,
            FormattableString.Invariant($"The set rate was not kept: of {pacing.Planned:N0} planned {run.Result.Kind.PlannedUnit}, ")
                + FormattableString.Invariant($"{Were(pacing.Late)} {run.Result.Kind.Begun} more than 1 ms late and {Were(pacing.Unsent)} not ")
                + FormattableString.Invariant($"{run.Result.Kind.Begun} ")
                + FormattableString.Invariant($"(lateness p99 {pacing.Lateness.P99.TotalMilliseconds:N2} ms)."),
            string.Join(" ", Remedies(run.Result, pacing)))
        {
            // A request that is never sent waits until the end of the window, so there is no bound.
            Explains = pacing.UnsentForGenerator > Tolerated * pacing.Planned ? double.PositiveInfinity : 1,
        };
    }

    // A cause that accounts for less than a tenth, next to the other one, is chance.
    private static IEnumerable<string> Remedies(LoadResult result, PacingFigures pacing)
    {
        var kind = result.Kind;
        var forConnection = pacing.LateForConnection + pacing.Unsent - pacing.UnsentForGenerator;
        var forGenerator = pacing.Late - pacing.LateForConnection + pacing.UnsentForGenerator;
        var least = Named * (forConnection + forGenerator);
        if (forConnection >= least)
        {
            var all = result.StreamsPerConnection > 1 ? FormattableString.Invariant($"all {result.InFlight:N0} streams were")
                : result.Connections == 1 ? $"the only {kind.Sender} was"
                : FormattableString.Invariant($"all {result.Connections:N0} {kind.Sender}s were");
            yield return FormattableString.Invariant($"{forConnection:N0} {kind.Planned(forConnection)} had to wait because {all} ")
                + $"{kind.Busy}. Raise o.Connections; if that doesn't help, the rate is higher than the app can handle.";
        }

        if (forGenerator >= least)
        {
            yield return $"{Were(forGenerator, kind.Planned(forGenerator))} late although a {kind.Sender} was free: "
                + $"the generator {HadToWait(result)} Lower the rate, or stop other work on the machine.";
        }
    }

    private static string Were(long count, string what = "") =>
        FormattableString.Invariant($"{count:N0} {what}{(what.Length > 0 ? " " : "")}{(count == 1 ? "was" : "were")}");

    private static string HadToWait(LoadResult result) =>
        $"had to wait for the processor{(result.Generator.Engine == LoadEngine.Socket ? " or for a timer" : "")}.";
}
