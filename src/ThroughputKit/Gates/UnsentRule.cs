using static System.FormattableString;

namespace ThroughputKit.Gates;

/// <summary>
/// The measurements of sent requests are no evidence for a set rate at which many requests were never sent: with more than 1% unsent, no figure of the load
/// passes. With fewer unsent, a percentile stays inconclusive if they could move it beyond its limit. Nor are they evidence for a number of connections of
/// which a good part was never served. Pure.
/// </summary>
internal static class UnsentRule
{
    /// <summary>The maximum share of planned requests that may stay unsent, as a fraction.</summary>
    public const double Tolerated = 0.01;

    /// <summary>The remedy for connections that were never served.</summary>
    public const string ServeAll = "Look for a limit on connections, "
        + "such as Kestrel's MaxConcurrentConnections or a proxy's, and raise it, or set o.Connections to what the app accepts.";

    private const double ToleratedUnserved = 0.1;

    /// <summary>Returns whether so many connections were never served that the figures are those of another load.</summary>
    public static bool IsPartlyUnserved(LoadResult result) => result.UnservedConnections >= Math.Max(1, ToleratedUnserved * result.Connections);

    /// <summary>Corrects a verdict for requests that were never sent or never answered.</summary>
    /// <param name="found">The verdict from the value alone, which is a lower bound for latency.</param>
    /// <param name="figure">The figure.</param>
    /// <param name="limit">The limit.</param>
    /// <param name="attempts">One or more attempts.</param>
    public static GateVerdict Correct(GateVerdict found, Figure figure, double limit, IReadOnlyList<LoadResult> attempts)
    {
        if (!figure.RequiresFullLoad || found == GateVerdict.Failed)
        {
            return found;
        }

        if (attempts.All(a => IsPartlyUnserved(a) || IsMostlyUnsent([a])))
        {
            return GateVerdict.Failed;
        }

        var mayBeBeyond = attempts.Any(IsPartlyUnserved) || IsMostlyUnsent(attempts) || !figure.Allows(Most(figure, attempts), limit);
        return found == GateVerdict.Passed && mayBeBeyond ? GateVerdict.Inconclusive : found;
    }

    /// <summary>Returns the reason why a figure whose value is within its limit does not pass, and the remedy.</summary>
    public static string Why(IReadOnlyList<LoadResult> attempts)
    {
        if (!IsMostlyUnsent(attempts) && attempts.LastOrDefault(IsPartlyUnserved) is { } unserved)
        {
            return $"{Unserved(unserved)}; with a tenth or more unserved this gate cannot pass. {ServeAll}";
        }

        var (planned, unsent) = Count(attempts);
        if (!IsMostlyUnsent(attempts))
        {
            return $"{GateText.Unanswered(attempts)}, which could take it over the limit. {GateText.WhyUnanswered}";
        }

        var forGenerator = attempts.Sum(a => a.Pacing?.UnsentForGenerator ?? 0);
        var (reason, remedy) = 2 * forGenerator > unsent
            ? ("the generator had to wait for the processor", "Lower the rate, or stop other work on the machine")
            : (WhyBusy(attempts[^1]), "Lower the rate. Or raise o.Connections, if the app can handle more requests at a time");
        return Invariant($"{unsent:N0} of the {planned:N0} planned {attempts[^1].Kind.PlannedUnit} ({(double)unsent / planned:0.0#%}) were never ")
            + $"{attempts[^1].Kind.Begun} because {reason}; "
            + Invariant($"with more than {Tolerated:0%} unsent this gate cannot pass. {remedy}.");
    }

    /// <summary>Returns how many connections never got a response, as the beginning of a sentence.</summary>
    public static string Unserved(LoadResult result) =>
        Invariant($"{result.UnservedConnections:N0} of {result.Connections:N0} connections never got a response");

    private static bool IsMostlyUnsent(IReadOnlyList<LoadResult> attempts) => Count(attempts) is var (planned, unsent) && unsent > Tolerated * planned;

    private static double Most(Figure figure, IReadOnlyList<LoadResult> attempts) => figure.UpperBound?.Invoke(attempts) ?? figure.Combine(attempts);

    private static (long Planned, long Unsent) Count(IReadOnlyList<LoadResult> attempts) =>
        (attempts.Sum(a => a.Pacing?.Planned ?? 0), attempts.Sum(a => a.Pacing?.Unsent ?? 0));

    private static string WhyBusy(LoadResult result) => (result.Connections, result.Iterations) switch
    {
        (1, _) when result.Kind.HasPasses => "the only user was busy with another pass",
        (var count, _) when result.Kind.HasPasses => Invariant($"all {count:N0} users were busy with other passes"),
        (_, null) when result.StreamsPerConnection > 1 => Invariant($"all {result.InFlight:N0} streams were waiting for responses"),
        (1, null) => "the only connection was waiting for a response",
        (var count, null) => Invariant($"all {count:N0} connections were waiting for responses"),
        (1, _) => "the only user was busy",
        var (count, _) => Invariant($"all {count:N0} users were busy"),
    };
}
