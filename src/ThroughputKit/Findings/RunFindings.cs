namespace ThroughputKit.Findings;

/// <summary>Findings on a run that was cut short or disturbed by another.</summary>
internal static class RunFindings
{
    /// <summary>Gets the finding for a result that another attempt was to settle when the run was cancelled.</summary>
    public static Finding CancelledBetweenAttempts { get; } = new(
        FindingNames.Cancelled, FindingSeverity.Error, "The run was cancelled during another attempt, before that attempt had measured anything.",
        "The figures are those of the previous attempt.");

    /// <summary>The run was cancelled before its end.</summary>
    public static Finding? Cancelled(RunFacts run) => !run.Result.WasCancelled ? null : new Finding(
        FindingNames.Cancelled,
        FindingSeverity.Error,
        FormattableString.Invariant($"The run was cancelled after {run.Result.Duration.TotalSeconds:0.###} s; requests in flight were abandoned."),
        "The figures cover only that time.");

    /// <summary>Two runs in this process made load at the same time.</summary>
    public static Finding? Overlap(RunFacts run) => !run.Result.OverlappedAnotherRun ? null : new Finding(
        FindingNames.Overlap,
        FindingSeverity.Error,
        "Another load test in this process ran at the same time: they took processor time from each other, and their memory was counted together.",
        "Await each run before starting the next. [ThroughputFact] keeps tests from overlapping; for other tests, turn off parallel tests in their assembly.")
    { IsSetUpMistake = true };

    /// <summary>Requests that were planned for one use each, such as those with unique data, were sent in the warm-up before.</summary>
    public static Finding? DataUsedInWarmUp(RunFacts run) =>
        run.Result is not { RequestsPlanned: > 1 and { } planned, Endpoints.Count: > 1 and var count, Kind.UnitsAreRequests: true }
        || planned > count || run.Result.WarmUp.Duration == TimeSpan.Zero ? null : new Finding(
            FindingNames.DataUsedInWarmUp,
            FindingSeverity.Warning,
            FormattableString.Invariant(
                $"Each of {planned:N0} requests was to be sent once, but the warm-up sent them for {run.Result.WarmUp.Duration.TotalSeconds:0.###} s before."),
            "If the app accepts their data only once, set o.WarmUp to zero.");

    /// <summary>The code of a scenario's iterations did not end when their token was cancelled.</summary>
    public static Finding? StuckIterations(RunFacts run) => run.Observed.StuckIterations == 0 ? null : new Finding(
        FindingNames.StuckIterations,
        FindingSeverity.Warning,
        $"{Counted.Of(run.Observed.StuckIterations, "iteration")} of the scenario did not end within 1 s after their token was cancelled, and were left "
            + "running.",
        "Their code may take the processor from the rest of the run. Pass the scenario's cancellation token to everything that waits, "
            + "and let an OperationCanceledException end the iteration: a loop with a catch of everything never ends.");

    /// <summary>The time limit ended a run before its fixed number of requests was sent.</summary>
    public static Finding? RequestsLeft(RunFacts run) => EvidenceRule.RequestsLeft(run.Result) is not { } left || run.StoppedByItself
        || run.Observed.StuckIterations > 0 ? null : new Finding(
        FindingNames.RequestsLeft,
        FindingSeverity.Error,
        $"{Readable.Capitalized(left)} before o.MaxDuration had passed.",
        "Send fewer requests, or allow more time with o.MaxDuration.");
}
