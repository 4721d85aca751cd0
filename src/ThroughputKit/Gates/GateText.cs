using System.Globalization;

namespace ThroughputKit.Gates;

/// <summary>What is told of a gate.</summary>
internal static class GateText
{
    // A limit worth suggesting lies at least this far beyond the worst attempt.
    private const double Reserve = 0.1;

    public static string Expected(Figure figure, double limit) => $"{figure.Bound} {Readable.Limit(limit, figure.Format)} {figure.UnitOf(limit)}";

    public static string Within(Figure figure, double value, double limit, IReadOnlyList<LoadResult> attempts) =>
        $"{figure.Gate} {Show(value, figure, attempts)} ({figure.Bound} {Readable.Limit(limit, figure.Format)}{Each(figure, attempts)})";

    /// <summary>A figure within its limit that doesn't pass, because much was never sent or answered.</summary>
    public static string Unsent(Figure figure, double value, double limit, IReadOnlyList<LoadResult> attempts) =>
        $"{Show(value, figure, attempts)} {figure.UnitOf(value)}, allowed {figure.Bound} {Readable.Limit(limit, figure.Format)}; but {UnsentRule.Why(attempts)}";

    /// <summary>Allocated bytes nearer to their limit than two processes with such large requests are to each other.</summary>
    public static string WithinVariation(Figure figure, double limit, LoadResult result)
    {
        var (value, variation) = (figure.Value(result)!.Value, result.Memory.Allocation!.Variation);
        return Invariant($"{Show(value, figure)} {figure.UnitOf(value)}, allowed {figure.Bound} {Readable.Limit(limit, figure.Format)}. In another process it may be up to {variation:0.#%} more or less, as a request allocates that much. A limit of {Readable.Limit(Math.Ceiling(value * (1 + variation)), figure.Format)} would pass.");
    }

    public static string Beyond(Figure figure, double value, double limit, LoadResult result) =>
        figure.Detail(result) is { Length: > 0 } detail ? $"{Beyond(figure, value, limit, [result])}. {detail}" : Beyond(figure, value, limit, [result]);

    public static string Beyond(Figure figure, double limit, Standing standing, IReadOnlyList<LoadResult> attempts) =>
        $"{Beyond(figure, standing.Value, limit, attempts)}{Each(figure, attempts)}{Own(figure, standing)}. {Suggest(figure, standing, attempts)}".TrimEnd();

    public static string Open(Figure figure, double limit, Standing standing, IReadOnlyList<LoadResult> attempts, bool ofOneRun = false) =>
        $"{Show(standing.Value, figure, attempts)} {figure.UnitOf(standing.Value)}, allowed {figure.Bound} {Readable.Limit(limit, figure.Format)}{Spread(figure, standing)}{Each(figure, attempts)}. "
        + (standing.Lacks > 0 ? TooFew(figure, standing) : $"That is neither clearly within the limit nor clearly beyond it{(ofOneRun ? "" : Why(standing))}. {Suggest(figure, standing, attempts)}".TrimEnd());

    private static string Beyond(Figure figure, double value, double limit, IReadOnlyList<LoadResult> attempts)
    {
        var share = Math.Abs(value - limit) / limit;
        var inPercent = double.IsFinite(share) && !figure.IsPercent ? $" ({Readable.Percent(share)})" : "";
        return $"{Show(value, figure, attempts)} {figure.UnitOf(value)}, allowed {figure.Bound} {Readable.Limit(limit, figure.Format)}: {Show(Math.Abs(value - limit), figure)}{inPercent} {(figure.IsFloor ? "below" : "above")} the limit";
    }

    private static string Spread(Figure figure, Standing standing) =>
        standing.Interval is { } known ? $"; in 95 of 100 cases {Show(known.Low, figure)} to {Show(known.High, figure)}" : "";

    private static string Each(Figure figure, IReadOnlyList<LoadResult> attempts) =>
        attempts.Count == 1 ? "" : $"; {attempts.Count} attempts: {string.Join(", ", attempts.Select(a => Show(figure.Value(a)!.Value, figure, [a])))}";

    // What decides that it is beyond: the interval that covers how attempts differ may well hold the limit then.
    private static string Own(Figure figure, Standing standing) => standing.Own.HalfWidth > 0
        ? $"; {(standing.Attempts == 1 ? "its parts give" : "their parts give")} {Show(Math.Max(0, standing.Own.Low), figure)} to {Show(standing.Own.High, figure)}"
        : "";

    private static string Why(Standing standing) => standing.Interval is null ? "" : ", as runs of one app differ by 5 to 15%, which the interval covers";

    private static string TooFew(Figure figure, Standing standing) =>
        Invariant($"That takes {figure.LeastLatencies:N0} requests that succeed: let it last longer, send {standing.Lacks:N0} more, or judge a lower percentile.");

    private static string Suggest(Figure figure, Standing standing, IReadOnlyList<LoadResult> attempts)
    {
        if (figure.IsLowerBound(attempts))
        {
            return Invariant($"{attempts.Sum(a => a.Latency.Censored):N0} requests were never answered: they count with the time that they had waited.");
        }

        var values = attempts.Select(a => figure.Value(a)!.Value);
        var limit = figure.IsFloor ? Math.Min(values.Min() * (1 - Reserve), standing.Interval?.Low ?? double.MaxValue)
            : Math.Max(values.Max() * (1 + Reserve), standing.Interval?.High ?? 0);
        return standing.Lacks == 0 && limit > 0 && double.IsFinite(limit) ? $"A limit of {Readable.Limit(limit, figure.Format)} would have passed." : "";
    }

    private static string Show(double value, Figure figure, IReadOnlyList<LoadResult> attempts) =>
        figure.IsLowerBound(attempts) ? $"at least {Show(value, figure)}" : Show(value, figure);

    private static string Show(double value, Figure figure) => Readable.Number(value, figure.Format);

    private static string Invariant(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
