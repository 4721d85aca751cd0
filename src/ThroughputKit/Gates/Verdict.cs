using ThroughputKit.Reporting;

namespace ThroughputKit.Gates;

/// <summary>The verdict of gates, and of a baseline or a reference, on one result.</summary>
/// <param name="Result">The result.</param>
/// <param name="Gates">The outcome of every judged gate, and of missing evidence.</param>
internal sealed record Verdict(LoadResult Result, IReadOnlyList<GateOutcome> Gates)
{
    public IReadOnlyList<GateOutcome> Failed => Of(GateVerdict.Failed);

    public IReadOnlyList<GateOutcome> Inconclusive => Of(GateVerdict.Inconclusive);

    public IReadOnlyList<GateOutcome> Passed => Of(GateVerdict.Passed);

    /// <summary>Gets the limits of the gates; <see langword="null"/> if they are those of the result.</summary>
    public LoadGates? Limits { get; init; }

    /// <summary>Gets the gates that were set but not judged, because of a mistake in the set-up.</summary>
    public IReadOnlyList<string> NotJudged { get; init; } = [];

    /// <summary>Gets the mistakes in the set-up.</summary>
    public IReadOnlyList<Finding> Mistakes { get; init; } = [.. Doubts.Mistakes(Result.Findings)];

    /// <summary>
    /// Gets what can't be judged, and why: a gate on an unknown figure, the baseline or the reference. These are neither passes nor failed gates.
    /// </summary>
    public IReadOnlyList<(string Of, Problem Problem)> Problems { get; init; } = [];

    /// <summary>Gets whether another attempt could change the verdict.</summary>
    public bool MayChange { get; init; }

    /// <summary>Gets further remarks about the baseline for the report.</summary>
    public IReadOnlyList<string> Remarks { get; init; } = [];

    /// <summary>Gets the comparison whose candidate has the result; <see langword="null"/> if the result is judged on its own.</summary>
    public LoadComparisonResult? Comparison { get; init; }

    /// <summary>Gets the causes of failed requests, with which a failure message begins if they made the result fail.</summary>
    public IEnumerable<string> Causes => Result.Findings.Where(f => f.IsCause && Failed.Any(IsOfFailedRequests))
        .Select(f => $"{(Comparison is null || Comparison.Reference.Findings.Contains(f) ? "" : "Candidate: ")}{f.Message} {f.Remedy}");

    /// <summary>
    /// Gets the number of failed requests and one example, with which a failure message begins if they made the result fail; empty if a cause is known, or
    /// the run was cut short.
    /// </summary>
    public string FailedRequests => Result is { Failed: > 0, WasCancelled: false, HasAppExited: false } && !Causes.Any() && Failed.Any(IsOfFailedRequests)
        && FailureText.MostFrequent(Result.Failures) is { } example
        ? FormattableString.Invariant($"{Result.Failed:N0} of {Counted.Of(Result.Sent, "request")} failed: {FailureText.Counts(Result.Failures)}. ")
            + $"For example {FailureText.WithFirstLine(example)}."
        : "";

    /// <summary>Gets the result as text, for output that has the outcomes of the gates already. If a gate failed, it has the causes too.</summary>
    public string Report => Comparison is null
        ? (Result with { Gates = [], Findings = [.. Result.Findings.Where(IsReported)] }).ToString()
        : (Comparison with { Gates = [], Findings = [.. Comparison.Findings.Where(IsReported)] }).ToString();

    /// <summary>Returns the same verdict with its problems among the failures, to be reported with those of other results.</summary>
    public Verdict WithProblemsAsFailures() =>
        this with { Gates = [.. Gates, .. Problems.Select(p => new GateOutcome(p.Of, GateVerdict.Failed, (p.Problem with { Evidence = "" }).ToString()))] };

    /// <summary>Returns the result with the outcome of every gate that was set.</summary>
    /// <param name="limits">The limits that the gates were judged by.</param>
    public LoadResult ToResult(LoadGates limits) => Result with
    {
        Limits = limits,
        Gates =
        [
            .. Gates,
            .. NotJudged.Select(g => new GateOutcome(g, GateVerdict.Inconclusive, $"not judged: see {string.Join(", ", Mistakes.Select(m => m.Name))}")),
            .. Problems.Select(p => new GateOutcome(p.Of, GateVerdict.Inconclusive, p.Problem.ToString())),
        ],
    };

    /// <exception cref="LoadGateException">A gate failed; the message names all that did.</exception>
    public void ThrowIfFailed()
    {
        if (Failed.Count > 0)
        {
            throw GateFailure.Of([this]);
        }
    }

    /// <summary>Returns whether failed requests are the reason for this failure.</summary>
    public bool IsOfFailedRequests(GateOutcome outcome) => Result.Failed > 0 && (outcome.IsForEvidence
        ? Result.Succeeded == 0 || Result.Kind.NeedsEach || Comparison is not null
        : Figures.All.Any(f => f.Kind == FigureKind.Errors && outcome.Gate.EndsWith(f.Gate, StringComparison.Ordinal))
            || Result.Endpoints.Any(e => e is { Succeeded: 0, Failed: > 0 } && outcome.Gate.StartsWith($"{e.Name}: ", StringComparison.Ordinal)));

    private bool IsReported(Finding finding) => !finding.IsCause || !Result.Findings.Contains(finding) || !Failed.Any(IsOfFailedRequests);

    private GateOutcome[] Of(GateVerdict verdict) => [.. Gates.Where(g => g.Verdict == verdict)];
}
