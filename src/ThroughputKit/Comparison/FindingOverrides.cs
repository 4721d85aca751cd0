namespace ThroughputKit.Comparison;

/// <summary>Determines the findings that make a verdict inconclusive. Pure.</summary>
internal static class FindingOverrides
{
    private static readonly string[] _hideDifferences = [FindingNames.GeneratorBound];
    private static readonly string[] _makeDifferences = [FindingNames.NotSteady];

    // Some allocated bytes, too, fall into the other side's slices.
    private static readonly string[] _hideAnyDifference = [FindingNames.CandidateTrailingWork];
    private static readonly string[] _makeAnyDifference = [FindingNames.ReferenceTrailingWork];

    /// <param name="quantity">The quantity that the gate limits.</param>
    /// <param name="verdict">The verdict by the figures alone.</param>
    /// <param name="findings">The findings of both sides.</param>
    /// <param name="margin">The distance of the interval from the limit, in the quantity's own measure.</param>
    /// <returns>The finding that makes the verdict inconclusive; <see langword="null"/> if there is none.</returns>
    public static Finding? Against(Quantity quantity, GateVerdict verdict, IEnumerable<Finding> findings, double margin = 0) => findings.FirstOrDefault(f =>
        f.IsSetUpMistake
        || ((quantity.IsExact || margin <= f.Explains) && verdict == GateVerdict.Passed && _hideAnyDifference.Contains(f.Name))
        || ((quantity.IsExact || margin <= f.Explains) && verdict == GateVerdict.Failed && _makeAnyDifference.Contains(f.Name))
        || (!quantity.IsExact && verdict == GateVerdict.Passed && _hideDifferences.Contains(f.Name))
        || (!quantity.IsExact && verdict == GateVerdict.Failed && _makeDifferences.Contains(f.Name)));
}
