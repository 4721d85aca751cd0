using System.Globalization;

namespace ThroughputKit.Gates;

/// <summary>Judges a result by gates. Pure; collects every failure.</summary>
internal static class GateJudge
{
    /// <exception cref="LoadTestException">A gate makes no sense, or can't be judged for this result.</exception>
    public static IReadOnlyList<GateFailure> Judge(LoadResult result, LoadGates gates)
    {
        Problem[] problems = [.. GateRules.Check(gates), .. Unknown(result, gates)];
        if (problems.Length > 0)
        {
            throw new LoadTestException(problems);
        }

        return [.. Completeness(result), .. Figures.All.Select(f => Judge(f, result, gates)).OfType<GateFailure>()];
    }

    // Lack of evidence is no pass, whatever the gates say.
    private static IEnumerable<GateFailure> Completeness(LoadResult result)
    {
        if (result.Succeeded == 0)
        {
            yield return new GateFailure("Requests", Invariant($"no request succeeded within the window, of {result.Sent:N0} sent; there is nothing to judge"));
        }

        if (result.WasCancelled)
        {
            yield return new GateFailure("Requests", "the run was cancelled; part of it is no evidence for the whole");
        }

        if (result.HasRequestsLeft)
        {
            yield return new GateFailure("Requests", Invariant($"only {result.Sent:N0} of {result.RequestsPlanned:N0} requests were sent before MaxDuration had passed"));
        }
    }

    private static IEnumerable<Problem> Unknown(LoadResult result, LoadGates gates) => Figures.All
        .Where(f => f.Limit(gates) is not null && f.Value(result) is null && result.Succeeded > 0)
        .Select(f => new Problem(
            $"{f.Gate} is set, but this run doesn't know the figure",
            "a gate on a figure that is known",
            "The memory of an app in another process is not available. Load the app in this process, with LoadTest.For, or leave the gate out."));

    private static GateFailure? Judge(Figure figure, LoadResult result, LoadGates gates)
    {
        if (figure.Limit(gates) is not { } limit || figure.Value(result) is not { } value)
        {
            return null;
        }

        var passes = figure.IsFloor ? value >= limit : value <= limit;
        if (passes)
        {
            return null;
        }

        var (bound, beyond) = figure.IsFloor ? ("at least", "below") : ("at most", "above");
        var share = limit == 0 ? "" : Invariant($" ({Math.Abs(value - limit) / limit:0.0%})");
        return new GateFailure(
            figure.Gate,
            $"{Show(value, figure)} {figure.Unit}, allowed {bound} {Show(limit, figure)}: {Show(Math.Abs(value - limit), figure)}{share} {beyond} the limit");
    }

    private static string Show(double value, Figure figure) => value.ToString(figure.Format, CultureInfo.InvariantCulture);

    private static string Invariant(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
