using System.Globalization;

namespace ThroughputKit.Gates;

/// <summary>Judges a result by gates. Pure; collects every failure.</summary>
internal static class GateJudge
{
    /// <summary>Judges every gate that is set, whatever doubts there are.</summary>
    /// <exception cref="LoadTestException">A gate makes no sense, or can't be judged for this result.</exception>
    public static IReadOnlyList<GateFailure> Judge(LoadResult result, LoadGates gates)
    {
        ThrowIfSenseless(result, gates);
        return [.. Completeness(result), .. Figures.All.Select(f => Judge(f, result, gates)).OfType<GateFailure>()];
    }

    /// <summary>Judges what can be judged: after a mistake in the set-up, errors alone.</summary>
    /// <exception cref="LoadTestException">A gate makes no sense, or can't be judged for this result.</exception>
    public static Verdict JudgeWhatCounts(LoadResult result, LoadGates gates)
    {
        ThrowIfSenseless(result, gates);
        var isSound = !result.Findings.Any(f => f.IsSetUpMistake);
        var set = Figures.All.Where(f => f.Limit(gates) is not null).ToLookup(f => isSound || f.Kind == FigureKind.Errors);
        GateFailure[] failures = [.. Completeness(result), .. set[true].Select(f => Judge(f, result, gates)).OfType<GateFailure>()];
        return new Verdict(
            result,
            failures,
            Unjudged: [.. set[false].Select(f => f.Gate)],
            Passed: [.. set[true].Where(f => f.Value(result) is not null && Judge(f, result, gates) is null).Select(f => Pass(f, result, gates))]);
    }

    private static void ThrowIfSenseless(LoadResult result, LoadGates gates)
    {
        Problem[] problems = [.. GateRules.Check(gates), .. Unknown(result, gates)];
        if (problems.Length > 0)
        {
            throw new LoadTestException(problems);
        }
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
            yield return new GateFailure("Requests", Invariant($"only {result.Sent:N0} of {result.RequestsPlanned:N0} requests were sent before the run ended"));
        }
    }

    private static IEnumerable<Problem> Unknown(LoadResult result, LoadGates gates) => Figures.All
        .Where(f => f.Limit(gates) is not null && f.Value(result) is null && result.Succeeded > 0)
        .Select(f => new Problem(
            $"{f.Gate} is set, but this run doesn't know the figure",
            "a gate on a figure that is known",
            f.Gate == nameof(LoadGates.MaxFirstResponseMs)
                ? "It is known only of an app that was started for this run, and whose first request succeeded: LoadTest.For<TEntryPoint>()."
                : "The memory of an app in another process is not available. Load the app in this process, with LoadTest.For, or leave the gate out."));

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
