using static System.FormattableString;

namespace ThroughputKit.Gates;

/// <summary>The messages of gates: value, limit and margin first, then the explanation.</summary>
internal static class GateText
{
    /// <summary>The likely causes of requests without a response, and the remedies.</summary>
    public const string WhyUnanswered =
        "Check whether the app hangs, waits for another server, or is overloaded. If it is overloaded, lower the rate or the number of connections.";

    // A suggested limit is at least this far beyond the worst attempt.
    private const double Reserve = 0.1;

    // More are shown by their range.
    private const int MaxListed = 6;

    // Attempts of one app on one machine differ by 5 to 15%.
    private const double Disagreeing = 1.5;

    public static string Expected(Figure figure, double limit) => $"{(figure.IsFloor ? "at least" : "at most")} {Show(limit, figure)} {figure.UnitOf(limit)}";

    /// <summary>A figure within its limit. The noun for an attempt is that for a run if the result was merged of several.</summary>
    public static string Passed(Figure figure, double value, double limit, IReadOnlyList<LoadResult> attempts, string noun = "attempt") =>
        $"{Show(value, figure, attempts)} {figure.UnitOf(value)} ({KindAndLimit(figure, limit)}{Each(figure, attempts, noun)})";

    /// <summary>A figure within its limit that doesn't pass, because too many requests were never sent or answered.</summary>
    public static string Unsent(Figure figure, double value, double limit, IReadOnlyList<LoadResult> attempts) =>
        $"{ValueAndLimit(figure, value, limit, attempts)}, but {UnsentRule.Why(attempts)}";

    /// <summary>The number of requests without a response, as the beginning of a sentence.</summary>
    public static string Unanswered(IReadOnlyList<LoadResult> attempts) =>
        $"{Counted.Of(attempts.Sum(a => a.Latency.Unanswered), "request", "was", "were")} never sent or never answered";

    /// <summary>A figure so close to its limit that noise may take it to the other side.</summary>
    public static string WithinNoise(Figure figure, double limit, LoadResult result)
    {
        var (value, noise) = (figure.Value(result)!.Value, figure.Noise(result));
        var passing = Outwards(figure.IsFloor ? value - noise : value + noise, figure);
        var reason = figure.WhyNoisy?.Invoke(result) ?? $"Up to {Show(noise, figure)} {figure.UnitOf(noise)} may be noise.";
        var remedy = figure.IsFloor && passing <= 0 ? "" : $" {WouldPass(figure, Limit(figure, passing))}";
        return $"{ValueAndLimit(figure, value, limit, [result])}. {reason}{remedy}";
    }

    public static string Failed(Figure figure, double value, double limit, LoadResult result) =>
        figure.Detail(result) is { Length: > 0 } detail ? $"{Failed(figure, value, limit, [result])}. {detail}" : Failed(figure, value, limit, [result]);

    public static string Failed(Figure figure, double limit, LimitPosition position, IReadOnlyList<LoadResult> attempts, string noun = "attempt") =>
        ($"{Failed(figure, position.Value, limit, attempts)}{Each(figure, attempts, noun)}{Own(figure, position, noun)}. "
            + Suggest(figure, position, attempts)).TrimEnd();

    public static string Inconclusive(
        Figure figure, double limit, LimitPosition position, IReadOnlyList<LoadResult> attempts, string noun = "attempt", bool ofOneRun = false) =>
        $"{ValueAndLimit(figure, position.Value, limit, attempts)}{Spread(figure, position)}{Each(figure, attempts, noun)}. "
        + WhyInconclusive(figure, position, attempts, noun, ofOneRun);

    private static string WhyInconclusive(Figure figure, LimitPosition position, IReadOnlyList<LoadResult> attempts, string noun, bool ofOneRun)
    {
        if (position.MissingRequests > 0)
        {
            return TooFew(figure, position);
        }

        return position.IsScattered
            ? $"The {Scattered(figure, attempts, noun)} disagree too much to pass or fail. Was the machine busy at times, or does the app stall?"
            : $"Too close to the limit to pass or fail{(ofOneRun ? "" : Why(position))}. {Suggest(figure, position, attempts)}".TrimEnd();
    }

    private static string Scattered(Figure figure, IReadOnlyList<LoadResult> attempts, string noun)
    {
        double[] values = [.. attempts.Select(a => figure.Value(a)!.Value)];
        return values.Length == 1 ? "parts of the run" : values.Max() > Disagreeing * values.Min() ? $"{noun}s" : $"parts of each {noun}";
    }

    private static string Failed(Figure figure, double value, double limit, IReadOnlyList<LoadResult> attempts)
    {
        var share = Math.Abs(value - limit) / limit;
        var margin = double.IsFinite(share) && !figure.IsPercent ? $" ({Readable.Percent(share)} {(figure.IsFloor ? "under" : "over")})" : "";
        return ValueAndLimit(figure, value, limit, attempts) + margin;
    }

    private static string ValueAndLimit(Figure figure, double value, double limit, IReadOnlyList<LoadResult> attempts) =>
        $"{Show(value, figure, attempts)} {figure.UnitOf(value)}; {KindAndLimit(figure, limit)}";

    /// <summary>Adds a sentence to a message, which may end with a list.</summary>
    public static string Add(string message, string sentence) =>
        message.Contains('\n') ? $"{message}{Environment.NewLine}  {sentence}" : $"{message.TrimEnd('.')}. {sentence}";

    /// <summary>Formats a limit that the user has set, or could set.</summary>
    public static string Limit(Figure figure, double limit) => Readable.Limit(limit, figure.FormatOf(limit));

    private static string KindAndLimit(Figure figure, double limit) => $"{Kind(figure)} {Limit(figure, limit)}";

    private static string Kind(Figure figure) => figure.IsFloor ? "minimum" : "limit";

    private static string Spread(Figure figure, LimitPosition position) =>
        position.Interval is { } known && !position.IsScattered ? $"; 95% interval {Show(known.Low, figure)} to {Show(known.High, figure)}" : "";

    private static string Each(Figure figure, IReadOnlyList<LoadResult> attempts, string noun)
    {
        string[] Shown(IEnumerable<LoadResult> some) => [.. some.Select(a => Show(figure.Value(a)!.Value, figure, [a]))];
        return attempts.Count switch
        {
            1 => "",
            <= MaxListed => $"; {attempts.Count} {noun}s: {string.Join(", ", Shown(attempts))}",
            _ => Invariant($"; {attempts.Count:N0} {noun}s: ") + string.Join(" to ", Shown([attempts.MinBy(figure.Value)!, attempts.MaxBy(figure.Value)!])),
        };
    }

    // This interval decides a failure. The interval that covers the differences between attempts may still include the limit.
    private static string Own(Figure figure, LimitPosition position, string noun) => position.Own.HalfWidth > 0
        ? $"; {(position.Attempts == 1 ? $"this {noun}'s own 95% interval is" : $"the {noun}s' own 95% intervals span")} "
            + $"{Show(Math.Max(0, position.Own.Low), figure)} to {Show(position.Own.High, figure)}"
        : "";

    private static string Why(LimitPosition position) =>
        position.Interval is null ? "" : ": the interval allows for the 5 to 15% by which runs of one app differ";

    private static string TooFew(Figure figure, LimitPosition position) =>
        Invariant($"This percentile needs {figure.MinLatencies:N0} successful requests: lengthen the run, send {position.MissingRequests:N0} more, ")
            + "or gate a lower percentile.";

    private static string Suggest(Figure figure, LimitPosition position, IReadOnlyList<LoadResult> attempts)
    {
        if (figure.IsLowerBound(attempts))
        {
            return $"{Unanswered(attempts)}; each counts with the time it had waited. {WhyUnanswered}";
        }

        if (position.IsScattered)
        {
            return "";
        }

        var values = attempts.Select(a => figure.Value(a)!.Value);
        var limit = figure.IsFloor ? Math.Min(values.Min() * (1 - Reserve), position.Interval is { } own ? Outwards(own.Low, figure) : double.MaxValue)
            : Math.Max(values.Max() * (1 + Reserve), position.Interval is { } known ? Outwards(known.High, figure) : 0);
        return position.MissingRequests == 0 && limit > 0 && double.IsFinite(limit) ? WouldPass(figure, Limit(figure, limit)) : "";
    }

    private static string WouldPass(Figure figure, string limit) => $"This would have passed with a {Kind(figure)} of {limit}.";

    // The end of an interval as it is shown must not lie within the interval, or that limit would not pass.
    private static double Outwards(double value, Figure figure)
    {
        var steps = Math.Pow(10, figure.DecimalsOf(value));
        return (figure.IsFloor ? Math.Floor(value * steps) : Math.Ceiling(value * steps)) / steps;
    }

    /// <summary>Formats the value of some attempts, which may be a lower bound.</summary>
    public static string Show(double value, Figure figure, IReadOnlyList<LoadResult> attempts) =>
        figure.IsLowerBound(attempts) ? $"at least {Show(value, figure)}" : Show(value, figure);

    private static string Show(double value, Figure figure) => Readable.Number(value, figure.FormatOf(value));
}
