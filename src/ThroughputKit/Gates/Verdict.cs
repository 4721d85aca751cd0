namespace ThroughputKit.Gates;

/// <summary>The verdict of gates, and of a baseline or a reference, on one result.</summary>
/// <param name="Result">The result.</param>
/// <param name="Gates">The outcome of every judged gate, and of missing evidence.</param>
internal sealed record Verdict(LoadResult Result, IReadOnlyList<GateOutcome> Gates)
{
    public IReadOnlyList<GateOutcome> Failed => Of(GateVerdict.Failed);

    public IReadOnlyList<GateOutcome> Inconclusive => Of(GateVerdict.Inconclusive);

    public IReadOnlyList<GateOutcome> Passed => Of(GateVerdict.Passed);

    /// <summary>Gets the gates that were set but not judged, because of a mistake in the set-up.</summary>
    public IReadOnlyList<string> NotJudged { get; init; } = [];

    /// <summary>Gets the mistakes in the set-up.</summary>
    public IReadOnlyList<Finding> Mistakes { get; init; } = [.. Result.Findings.Where(f => f.IsSetUpMistake)];

    /// <summary>
    /// Gets what can't be judged, and why: a gate on an unknown figure, the baseline or the reference. These are neither passes nor failed gates.
    /// </summary>
    public IReadOnlyList<(string Of, Problem Problem)> Problems { get; init; } = [];

    /// <summary>Gets whether another attempt could change the verdict.</summary>
    public bool MayChange { get; init; }

    /// <summary>Gets further remarks about the baseline for the report.</summary>
    public IReadOnlyList<string> Remarks { get; init; } = [];

    /// <summary>Gets the result as text. Without the causes if a gate failed, because they begin the failure message.</summary>
    public string Report
    {
        get => field ?? (Failed.Count == 0 ? Result : Result with { Findings = [.. Result.Findings.Where(f => !f.IsCause)] }).ToString();
        init;
    }

    /// <summary>Returns the same verdict with its problems among the failures, to be reported with those of other results.</summary>
    public Verdict WithProblemsAsFailures() => this with { Gates = [.. Gates, .. Problems.Select(p => new GateOutcome(p.Of, GateVerdict.Failed, p.Problem.ToString()))] };

    /// <exception cref="LoadGateException">A gate failed; the message names all that did.</exception>
    public void ThrowIfFailed()
    {
        if (Failed.Count > 0)
        {
            throw new LoadGateException([this]);
        }
    }

    private GateOutcome[] Of(GateVerdict verdict) => [.. Gates.Where(g => g.Verdict == verdict)];
}
