namespace ThroughputKit.Gates;

/// <summary>What the gates say of one result. Fails if any gate failed; inconclusive if gates were not judged, or could not be decided.</summary>
/// <param name="Result">The result.</param>
/// <param name="Failures">The gates that failed.</param>
/// <param name="Unjudged">The gates that were set, but could not be judged with such a set-up.</param>
/// <param name="Passed">The gates that passed, each with value and limit.</param>
internal sealed record Verdict(
    LoadResult Result, IReadOnlyList<GateFailure> Failures, IReadOnlyList<string> Unjudged, IReadOnlyList<string> Passed)
{
    /// <summary>Gets the gates that what was measured speaks neither for nor against, each with the reason.</summary>
    public IReadOnlyList<GateFailure> Open { get; init; } = [];

    /// <summary>Gets the result as text.</summary>
    public string Report { get; init; } = Result.ToString();

    /// <summary>Gets why it can't be compared with its baseline or its reference: no pass, but no gate that failed either.</summary>
    public IReadOnlyList<Problem> Problems { get; init; } = [];

    /// <summary>Gets the name of what it is compared with.</summary>
    public string Other { get; init; } = "Baseline";

    /// <summary>Gets what else is worth telling of the comparison with a baseline.</summary>
    public IReadOnlyList<string> Remarks { get; init; } = [];

    /// <summary>Gets why gates were not judged.</summary>
    public IReadOnlyList<Finding> Mistakes { get; init; } = [.. Result.Findings.Where(f => f.IsSetUpMistake)];

    /// <summary>The same with its problems among the failures, to be told with those of others.</summary>
    public Verdict WithProblemsAsFailures() => this with { Failures = [.. Failures, .. Problems.Select(p => new GateFailure(Other, p.ToString()))] };
}
