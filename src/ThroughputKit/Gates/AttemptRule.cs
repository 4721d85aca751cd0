using ThroughputKit.Statistics;

namespace ThroughputKit.Gates;

/// <summary>
/// Judges a figure that depends on the machine by several attempts. It is within its limit if the whole interval of all attempts together is; that interval
/// covers the differences between attempts. So it is, however much they differ, if each of them is within the limit by as much as a single one must be, and so
/// is the whole interval of its own parts. It is beyond its limit if each attempt is, with the whole interval of its own parts. A figure from too few requests
/// is never within its limit. Pure.
/// </summary>
internal static class AttemptRule
{
    /// <summary>The maximum number of attempts.</summary>
    public const int MaxAttempts = 3;

    private const double Outside = 0.025;

    // Splits the probability of a wrong decision over one, two and three attempts. Most of it is spent on the first, which alone costs no extra time. The
    // shares add up to one, so all looks together are wrong no more often than a single one would be (Bonferroni's inequality).
    private static readonly double[] _shares = [0.5, 0.25, 0.25];

    /// <param name="figure">The figure.</param>
    /// <param name="limit">The limit.</param>
    /// <param name="attempts">One or more attempts, in each of which the figure is known.</param>
    /// <param name="hasNoInterval">Whether the figure is about these attempts only, such as a start that can't be repeated; it then has no interval.</param>
    /// <param name="ofOneRun">Whether the figure is about this one run and not about the next; the interval is then that of its parts.</param>
    /// <param name="areGiven">Whether their number was given, and doesn't depend on their figures. They are then judged once, however many there are.</param>
    public static LimitPosition Judge(
        Figure figure, double limit, IReadOnlyList<LoadResult> attempts, bool hasNoInterval = false, bool ofOneRun = false, bool areGiven = false)
    {
        var value = figure.Combine(attempts);
        var lacks = Math.Max(0, figure.MinLatencies - attempts.Sum(a => a.Latency.Count));
        var interval = hasNoInterval || lacks > 0 ? null
            : ofOneRun ? Sections.Of(value, [.. Parts(figure, attempts[0]), .. Silences(figure, attempts[0], value)], Outside)
            : (Interval?)OfAnotherRun(figure, attempts, areGiven ? Outside : Outside * _shares[attempts.Count - 1]);
        var isWithin = lacks == 0 && (IsWithin(figure, limit, interval ?? new Interval(value, value))
            || (interval is not null && attempts.Count > 1 && attempts.All(a => IsWithinAlone(figure, limit, a))));
        Interval[] own = [.. attempts.Select(a => Sections.OfEachSide(figure.Value(a)!.Value, Parts(figure, a), Outside))];
        var isBeyond = own.All(i => !figure.Allows(i.Low, limit) && !figure.Allows(i.High, limit));
        return new LimitPosition(
            isWithin ? GateVerdict.Passed : isBeyond ? GateVerdict.Failed : GateVerdict.Inconclusive, value, interval, attempts.Count, lacks,
            new Interval(own.Min(i => i.Low), own.Max(i => i.High)));
    }

    /// <summary>Returns the runs whose differences show how precisely a result is known: those that were merged to it, or its attempts.</summary>
    public static IReadOnlyList<LoadResult> RunsOf(LoadResult result) => result.Runs.Count > 0 ? result.Runs : [.. result.Attempts];

    /// <summary>Returns the interval in which the figure of another run lies.</summary>
    /// <param name="figure">The figure.</param>
    /// <param name="attempts">One or more attempts, in each of which the figure is known.</param>
    /// <param name="shareOutside">The share of cases outside the interval on each side.</param>
    public static Interval OfAnotherRun(Figure figure, IReadOnlyList<LoadResult> attempts, double shareOutside = Outside) => BetweenRuns.Of(
        figure.Combine(attempts), [.. attempts.Select(a => figure.Value(a)!.Value)], ErrorWithin(figure, attempts), shareOutside);

    private static bool IsWithin(Figure figure, double limit, Interval interval) => figure.Allows(interval.Low, limit) && figure.Allows(interval.High, limit);

    // An app at its limit seldom is so once, and hardly ever twice in a row, so this adds next to nothing to the probability of a wrong pass.
    private static bool IsWithinAlone(Figure figure, double limit, LoadResult attempt)
    {
        var value = figure.Value(attempt)!.Value;
        return IsWithin(figure, limit, BetweenRuns.Of(value, [value], errorWithin: 0, Outside * _shares[0]))
            && (Sections.Of(value, [.. Parts(figure, attempt), .. Silences(figure, attempt, value)], Outside) is not { } own || IsWithin(figure, limit, own));
    }

    // The error of the mean of the attempts, as a fraction of it. Windows with too few parts show no error of their own; only the differences between
    // attempts show how precisely they are known.
    private static double ErrorWithin(Figure figure, IReadOnlyList<LoadResult> attempts)
    {
        var squares = 0.0;
        foreach (var attempt in attempts)
        {
            var value = figure.Value(attempt)!.Value;
            var error = (Sections.Error(value, [.. Parts(figure, attempt), .. Silences(figure, attempt, value)]) ?? 0) / value;
            squares += error * error;
        }

        return Math.Sqrt(squares) / attempts.Count;
    }

    // A part without a success has a throughput of zero, but no latency.
    private static double[] Parts(Figure figure, LoadResult attempt) => figure.BatchValue is { } batchValue
        ? [.. attempt.Batches.Where(b => !b.IsEmpty || figure.IsFloor).Select(batchValue)]
        : [];

    // Every request in flight while nothing succeeded has taken at least that long. If that is longer than the figure, a pass must take it into account; it
    // does not weaken a failure. Where all users paused, none was in flight.
    private static IEnumerable<double> Silences(Figure figure, LoadResult attempt, double value)
    {
        var silence = TimeSpan.Zero;
        foreach (var batch in figure.BatchValue is null || figure.IsFloor ? [] : attempt.Batches)
        {
            silence = batch.Succeeded > 0 || batch.IsIdle ? TimeSpan.Zero : silence + batch.Length;
            if (silence.TotalMilliseconds > value)
            {
                yield return silence.TotalMilliseconds;
            }
        }
    }
}
