namespace ThroughputKit.Gates;

/// <summary>
/// What prevents a verdict of a gate, a comparison or a baseline, though the figures alone would give one: a mistake in the set-up, a finding that explains
/// the outcome, or noise. What a run lacks is found by <see cref="EvidenceRule"/>, and load that was never made by <see cref="UnsentRule"/>. Pure.
/// </summary>
internal static class Doubts
{
    /// <summary>Returns the mistakes in the set-up. After one, nothing but errors is judged.</summary>
    public static IEnumerable<Finding> Mistakes(IEnumerable<Finding> findings) => findings.Where(f => f.IsSetUpMistake);

    /// <summary>Returns whether the figure counts, whatever mistakes there are in the set-up.</summary>
    public static bool CanBeJudged(Figure figure, LoadResult result) => figure.Kind == FigureKind.Errors || !Mistakes(result.Findings).Any();

    /// <summary>Returns whether noise may have taken the figure across its limit.</summary>
    public static bool IsWithinNoise(Figure figure, double limit, LoadResult result) =>
        figure.Noise(result) is > 0 and var noise && Math.Abs(figure.Value(result)!.Value - limit) < noise;

    /// <summary>Returns the finding that explains why a figure missed its limit; <see langword="null"/> if there is none.</summary>
    /// <param name="figure">The figure.</param>
    /// <param name="result">The result.</param>
    /// <param name="holds">Returns whether the figure doesn't fail by its limit, eased by a factor.</param>
    public static Finding? OfFailure(Figure figure, LoadResult result, Func<double, bool> holds) => result.Findings.FirstOrDefault(f =>
        f.Endpoint is null && f.Explains > 1 && figure.ExcusedBy.Contains(f.Name, StringComparer.Ordinal)
        && (double.IsInfinity(f.Explains) || holds(f.Explains)));

    /// <summary>Returns the finding that prevents this verdict of a comparison; <see langword="null"/> if there is none.</summary>
    /// <param name="verdict">The verdict by the figures alone.</param>
    /// <param name="isExact">Whether the figure is independent of speed.</param>
    /// <param name="findings">The findings of both sides, and on both together.</param>
    /// <param name="reference">The result of the reference.</param>
    /// <param name="candidate">The result of the candidate.</param>
    /// <param name="margin">The distance of the interval from the limit, in the figure's own measure.</param>
    public static Finding? OfComparison(
        GateVerdict verdict, bool isExact, IEnumerable<Finding> findings, LoadResult reference, LoadResult candidate, double margin = 0)
    {
        // A side that isn't steady looks worse than it is: a candidate seems to fail, and beside such a reference one seems to pass.
        var suspect = verdict == GateVerdict.Failed ? candidate : reference;
        return findings.FirstOrDefault(f => f.IsSetUpMistake || (verdict, f.Name) switch
        {
            (GateVerdict.Inconclusive, _) => false,

            // A process that makes the load, too, allocates for it.
            (_, FindingNames.SidesApart) => isExact,

            // The difference may be that of two machines or loads.
            (_, FindingNames.OtherConditions) => !isExact,

            // Chance decides what a rare request adds.
            (GateVerdict.Passed, FindingNames.RareRequest) => true,

            // This hides a difference in speed.
            (GateVerdict.Passed, FindingNames.GeneratorBound) => !isExact,
            (_, FindingNames.NotSteady) =>
                suspect.Findings.Contains(f) && margin <= (isExact ? ExplainedBytes(f, suspect) : Math.Log(f.Explains)),

            // Some of this work, and of the bytes that it allocates, falls into the other side's slices.
            (GateVerdict.Passed, FindingNames.CandidateTrailingWork) or (GateVerdict.Failed, FindingNames.ReferenceTrailingWork) =>
                margin <= (isExact ? f.ExplainsBytes : Math.Log(f.Explains)),

            // An error is quick.
            (GateVerdict.Passed, FindingNames.ResponsesDiffer) => true,
            _ => false,
        });
    }

    // Of what a side allocates, the part that optimized code may not.
    private static double ExplainedBytes(Finding finding, LoadResult side) => side.Memory.AllocatedBytesPerRequest is { } bytes
        ? bytes - (Math.Max(0, bytes - Figures.Of(nameof(LoadGates.MaxAllocatedBytesPerRequest)).Allowance) / finding.Explains)
        : double.PositiveInfinity;
}
