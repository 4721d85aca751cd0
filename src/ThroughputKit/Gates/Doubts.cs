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
        f.ExcusesFailureOf == figure.Kind && f.Endpoint is null && figure.MayBeExcused && (double.IsInfinity(f.Explains) || holds(Math.Exp(f.Explains))));

    /// <summary>Returns the finding that prevents this verdict of a comparison; <see langword="null"/> if there is none.</summary>
    /// <param name="verdict">The verdict by the figures alone.</param>
    /// <param name="isExact">Whether the figure is independent of speed.</param>
    /// <param name="findings">The findings of both sides.</param>
    /// <param name="margin">The distance of the interval from the limit, in the figure's own measure.</param>
    public static Finding? OfComparison(GateVerdict verdict, bool isExact, IEnumerable<Finding> findings, double margin = 0) => findings.FirstOrDefault(f =>
        f.IsSetUpMistake || (verdict, f.Name) switch
        {
            // These hide a difference in speed, or make one.
            (GateVerdict.Passed, FindingNames.GeneratorBound) or (GateVerdict.Failed, FindingNames.NotSteady) => !isExact && margin <= f.Explains,

            // So do these; some allocated bytes, too, fall into the other side's slices.
            (GateVerdict.Passed, FindingNames.CandidateTrailingWork) or (GateVerdict.Failed, FindingNames.ReferenceTrailingWork) =>
                margin <= (isExact ? f.ExplainsBytes : f.Explains),
            // An error is quick.
            (GateVerdict.Passed, FindingNames.ResponsesDiffer) => true,
            _ => false,
        });
}
