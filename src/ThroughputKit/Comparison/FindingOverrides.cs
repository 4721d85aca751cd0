namespace ThroughputKit.Comparison;

/// <summary>Determines the findings that make a verdict inconclusive. Pure.</summary>
internal static class FindingOverrides
{
    /// <param name="quantity">The quantity that the gate limits.</param>
    /// <param name="verdict">The verdict by the figures alone.</param>
    /// <param name="findings">The findings of both sides.</param>
    /// <param name="margin">The distance of the interval from the limit, in the quantity's own measure.</param>
    /// <returns>The finding that makes the verdict inconclusive; <see langword="null"/> if there is none.</returns>
    public static Finding? Against(Quantity quantity, GateVerdict verdict, IEnumerable<Finding> findings, double margin = 0) => findings.FirstOrDefault(f =>
        f.IsSetUpMistake || (verdict, f.Name) switch
        {
            // These hide a difference in speed, or make one.
            (GateVerdict.Passed, FindingNames.GeneratorBound) or (GateVerdict.Failed, FindingNames.NotSteady) => !quantity.IsExact && margin <= f.Explains,

            // So do these; some allocated bytes, too, fall into the other side's slices.
            (GateVerdict.Passed, FindingNames.CandidateTrailingWork) or (GateVerdict.Failed, FindingNames.ReferenceTrailingWork) =>
                quantity.IsExact || margin <= f.Explains,
            _ => false,
        });
}
