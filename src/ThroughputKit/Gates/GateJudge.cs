using System.Globalization;

namespace ThroughputKit.Gates;

/// <summary>Judges a result by gates. Pure; collects every failure.</summary>
internal static class GateJudge
{
    /// <summary>Judges every gate that is set, whatever doubts there are.</summary>
    /// <exception cref="LoadTestException">A gate makes no sense, or can't be judged for this result.</exception>
    public static Verdict Judge(LoadResult result, LoadGates gates) => Judge(result, gates, _ => true);

    /// <summary>Judges what can be judged: after a mistake in the set-up, errors alone.</summary>
    /// <exception cref="LoadTestException">A gate makes no sense, or can't be judged for this result.</exception>
    public static Verdict JudgeWhatCounts(LoadResult result, LoadGates gates) => result.Findings.Any(f => f.IsSetUpMistake)
        ? Judge(result, gates, figure => figure.Kind == FigureKind.Errors)
        : Judge(result, gates);

    /// <summary>Why a result is no evidence: then it never passes, whatever the gates say.</summary>
    public static IEnumerable<GateFailure> Completeness(LoadResult result)
    {
        if (result.Succeeded == 0)
        {
            yield return new GateFailure("Requests", Invariant($"no request succeeded within the window, of {result.Sent:N0} sent; there is nothing to judge"));
        }

        if (result.WasCancelled)
        {
            yield return new GateFailure("Requests", "the run was cancelled; part of it is no evidence for the whole");
        }

        if (result.HasAppGone)
        {
            yield return new GateFailure("Requests", "the app's process ended before the run did; part of it is no evidence for the whole");
        }

        if (result.HasRequestsLeft)
        {
            yield return new GateFailure("Requests", Invariant($"only {result.Sent:N0} of {result.RequestsPlanned:N0} requests were sent before the run ended"));
        }
    }

    private static Verdict Judge(LoadResult result, LoadGates gates, Func<Figure, bool> canBeJudged)
    {
        ThrowIfSenseless(result, gates);
        var set = Figures.All.Where(f => f.Limit(gates) is not null).ToLookup(canBeJudged);
        var judged = set[true].Select(f => (Figure: f, Failure: Judge(f, result, gates))).ToList();
        return new Verdict(
            result,
            Failures: [.. Completeness(result), .. judged.Select(j => j.Failure).OfType<GateFailure>()],
            Unjudged: [.. set[false].Select(f => f.Gate)],
            Passed: [.. judged.Where(j => j.Failure is null && j.Figure.Value(result) is not null).Select(j => Pass(j.Figure, result, gates))]);
    }

    private static void ThrowIfSenseless(LoadResult result, LoadGates gates)
    {
        Problem[] problems = [.. GateRules.Check(gates), .. Unknown(result, gates)];
        if (problems.Length > 0)
        {
            throw new LoadTestException(problems);
        }
    }

    private static IEnumerable<Problem> Unknown(LoadResult result, LoadGates gates) => Figures.All
        .Where(f => f.Limit(gates) is not null && f.Value(result) is null && result.Succeeded > 0 && !result.HasAppGone)
        .Select(f => new Problem(
            $"{f.Gate} is set, but this run doesn't know the figure",
            "a gate on a figure that is known",
            f.Gate == nameof(LoadGates.MaxAllocatedBytesPerRequest) && result.Findings.FirstOrDefault(x => x.Name == Finding.Miscount) is { } miscount
                ? $"{miscount.Message} {miscount.Mend}"
                : f.WhyUnknown));

    private static GateFailure? Judge(Figure figure, LoadResult result, LoadGates gates)
    {
        if (figure.Limit(gates) is not { } limit || figure.Value(result) is not { } value || figure.Allows(value, limit))
        {
            return null;
        }

        var share = limit == 0 ? "" : Invariant($" ({Math.Abs(value - limit) / limit:0.0%})");
        var beyond = figure.IsFloor ? "below" : "above";
        return new GateFailure(
            figure.Gate,
            $"{Show(value, figure)} {figure.Unit}, allowed {figure.Bound} {Show(limit, figure)}: {Show(Math.Abs(value - limit), figure)}{share} {beyond} the limit");
    }

    private static string Pass(Figure figure, LoadResult result, LoadGates gates) =>
        $"{figure.Gate} {Show(figure.Value(result)!.Value, figure)} ({figure.Bound} {Show(figure.Limit(gates)!.Value, figure)})";

    private static string Show(double value, Figure figure) => value.ToString(figure.Format, CultureInfo.InvariantCulture);

    private static string Invariant(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
