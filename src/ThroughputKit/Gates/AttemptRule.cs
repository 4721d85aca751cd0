using ThroughputKit.Measurement;
using ThroughputKit.Statistics;

namespace ThroughputKit.Gates;

/// <summary>
/// Judges a figure that the machine sways, by several attempts: it is within its limit if all attempts together are, with their whole
/// interval; beyond it, if each attempt is, with its whole interval. Where a window is too short for an interval, the figure itself counts. What
/// too few requests tell is never within. Pure.
/// </summary>
internal static class AttemptRule
{
    /// <summary>How many attempts there are at most.</summary>
    public const int Most = 3;

    private const double Outside = 0.025;

    /// <param name="figure">The figure.</param>
    /// <param name="limit">Its limit.</param>
    /// <param name="attempts">One attempt or more, in each of which the figure is known.</param>
    public static Standing Judge(Figure figure, double limit, IReadOnlyList<LoadResult> attempts)
    {
        var value = figure.Together(attempts);
        var interval = Within(figure, value, [.. attempts.SelectMany(a => a.Batches)]);
        var lacks = Math.Max(0, figure.LeastLatencies - attempts.Sum(a => a.Latency.Count));
        var isWithin = lacks == 0 && (interval is { } known ? figure.Allows(known.Low, limit) && figure.Allows(known.High, limit) : figure.Allows(value, limit));
        var decision = isWithin ? Decision.Within : attempts.All(a => IsBeyond(figure, limit, a)) ? Decision.Beyond : Decision.Open;
        return new Standing(decision, value, interval, attempts.Count, lacks);
    }

    private static bool IsBeyond(Figure figure, double limit, LoadResult attempt)
    {
        var value = figure.Value(attempt)!.Value;
        var interval = Within(figure, value, attempt.Batches) ?? new Interval(value, value);
        return !figure.Allows(interval.Low, limit) && !figure.Allows(interval.High, limit);
    }

    private static Interval? Within(Figure figure, double value, IReadOnlyList<Batch> batches) =>
        figure.OfBatch is { } ofBatch && Sections.Of(value, [.. batches.Where(b => !b.IsEmpty).Select(ofBatch)], Outside) is { } interval
            ? interval with { Low = Math.Max(0, interval.Low) } // no figure is less
            : null;
}
