using ThroughputKit.Statistics;

namespace ThroughputKit.Gates;

/// <summary>
/// Judges a figure that the machine sways, by several attempts: it is within its limit if the whole interval of all attempts together is, which covers
/// how attempts differ; beyond it, if each attempt is, with the whole interval of its own parts. What too few requests show is never within. Pure.
/// </summary>
internal static class AttemptRule
{
    /// <summary>How many attempts there are at most.</summary>
    public const int Most = 3;

    private const double Outside = 0.025;

    // How the chance of a wrong decision is spent over one, two and three attempts, most of it on the first, which alone costs nothing more. The
    // shares add up to one, so that all looks together are wrong no more often than one would be (Bonferroni's inequality).
    private static readonly double[] _shares = [0.5, 0.25, 0.25];

    /// <param name="figure">The figure.</param>
    /// <param name="limit">Its limit.</param>
    /// <param name="attempts">One attempt or more, in each of which the figure is known.</param>
    /// <param name="countsAsItIs">Whether it is about these attempts and no others, such as a start that can't be repeated: then it has no interval.</param>
    /// <param name="ofOneRun">Whether it is about the one run that there is, and not about the next: then the interval is that of its parts.</param>
    public static Standing Judge(Figure figure, double limit, IReadOnlyList<LoadResult> attempts, bool countsAsItIs = false, bool ofOneRun = false)
    {
        var value = figure.Together(attempts);
        var lacks = Math.Max(0, figure.LeastLatencies - attempts.Sum(a => a.Latency.Count));
        var interval = countsAsItIs || lacks > 0 ? null
            : ofOneRun ? Sections.Of(value, [.. Parts(figure, attempts[0]), .. Silences(figure, attempts[0], value)], Outside)
            : (Interval?)BetweenRuns.Of(value, [.. attempts.Select(a => figure.Value(a)!.Value)], ErrorWithin(figure, attempts), Outside * _shares[attempts.Count - 1]);
        var isWithin = lacks == 0 && (interval is { } known ? figure.Allows(known.Low, limit) && figure.Allows(known.High, limit) : figure.Allows(value, limit));
        Interval[] own = [.. attempts.Select(a => Own(figure, a))];
        var isBeyond = own.All(i => !figure.Allows(i.Low, limit) && !figure.Allows(i.High, limit));
        return new Standing(
            isWithin ? Decision.Within : isBeyond ? Decision.Beyond : Decision.Open, value, interval, attempts.Count, lacks, new Interval(own.Min(i => i.Low), own.Max(i => i.High)));
    }

    private static Interval Own(Figure figure, LoadResult attempt)
    {
        var value = figure.Value(attempt)!.Value;
        return Sections.Of(value, Parts(figure, attempt), Outside) ?? new Interval(value, value);
    }

    // Of the mean of the attempts, as a share. Windows of too few parts show none, and are known only as exactly as attempts differ.
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

    // A part without a success has a throughput, which is none, but no latency.
    private static double[] Parts(Figure figure, LoadResult attempt) => figure.OfBatch is { } ofBatch
        ? [.. attempt.Batches.Where(b => !b.IsEmpty || figure.IsFloor).Select(ofBatch)]
        : [];

    // Whatever was in flight while nothing succeeded has taken at least as long. Where that is more than the figure, a pass must reckon with it; it is
    // no reason to doubt a failure.
    private static IEnumerable<double> Silences(Figure figure, LoadResult attempt, double value)
    {
        var silence = TimeSpan.Zero;
        foreach (var batch in figure.OfBatch is null || figure.IsFloor ? [] : attempt.Batches)
        {
            silence = batch.Succeeded > 0 ? TimeSpan.Zero : silence + batch.Length;
            if (silence.TotalMilliseconds > value)
            {
                yield return silence.TotalMilliseconds;
            }
        }
    }
}
