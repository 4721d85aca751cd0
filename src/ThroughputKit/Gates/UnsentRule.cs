using System.Globalization;

namespace ThroughputKit.Gates;

/// <summary>
/// What was measured of the requests that were sent is no evidence of a set rate that was mostly never sent: with more than 1% unsent no figure of
/// the load passes. Fewer leave a percentile open if they could carry it beyond its limit. Pure.
/// </summary>
internal static class UnsentRule
{
    /// <summary>The share of the planned requests, as a fraction, that may stay unsent.</summary>
    public const double Tolerated = 0.01;

    /// <summary>Corrects what a figure was found to be by requests that were never sent or never answered.</summary>
    /// <param name="found">What it was found to be by its value, which is a lower bound for latency.</param>
    /// <param name="figure">The figure.</param>
    /// <param name="limit">Its limit.</param>
    /// <param name="attempts">One attempt or more.</param>
    public static Decision Correct(Decision found, Figure figure, double limit, IReadOnlyList<LoadResult> attempts) =>
        !figure.IsOfLoad || found == Decision.Beyond ? found
        : attempts.All(a => IsMostlyUnsent([a])) ? Decision.Beyond
        : found == Decision.Within && (IsMostlyUnsent(attempts) || !figure.Allows(Most(figure, attempts), limit)) ? Decision.Open
        : found;

    /// <summary>Why a figure whose value is within its limit does not pass, and the remedy.</summary>
    public static string Why(IReadOnlyList<LoadResult> attempts)
    {
        var (planned, unsent) = Count(attempts);
        if (!IsMostlyUnsent(attempts))
        {
            return Invariant($"{attempts.Sum(a => a.Latency.Censored):N0} requests were never answered, and with them it could be above the limit");
        }

        var forGenerator = attempts.Sum(a => a.Pacing?.UnsentForGenerator ?? 0);
        var (reason, remedy) = 2 * forGenerator > unsent
            ? ("the generator had to wait for the processor", "Lower the rate, or leave the generator more of the processor")
            : (Connections(attempts[^1].Connections), "Lower the rate; or set more with o.Connections, if the app answers more at a time");
        return Invariant($"{unsent:N0} of the {planned:N0} planned requests ({Readable.Percent((double)unsent / planned)}) were never sent, because {reason}; with more than {Tolerated:0%} unsent no such gate passes. {remedy}.");
    }

    private static bool IsMostlyUnsent(IReadOnlyList<LoadResult> attempts) => Count(attempts) is var (planned, unsent) && unsent > Tolerated * planned;

    private static double Most(Figure figure, IReadOnlyList<LoadResult> attempts) => figure.UpperBound?.Invoke(attempts) ?? figure.Together(attempts);

    private static (long Planned, long Unsent) Count(IReadOnlyList<LoadResult> attempts) =>
        (attempts.Sum(a => a.Pacing?.Planned ?? 0), attempts.Sum(a => a.Pacing?.Unsent ?? 0));

    private static string Connections(int count) =>
        count == 1 ? "the only connection was waiting for a response" : Invariant($"all {count:N0} connections were waiting for responses");

    private static string Invariant(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
