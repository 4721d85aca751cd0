using ThroughputKit.Findings;

namespace ThroughputKit.Comparison;

/// <summary>Which findings take a verdict back. Pure.</summary>
internal static class Caution
{
    private static readonly string[] _hideDifferences = ["GeneratorBound"];
    private static readonly string[] _makeDifferences = ["NotSteady"];

    // Of bytes, too, some fall into the other side's slices.
    private static readonly string[] _hideAnyDifference = [WorksOnDoubt.CandidateName];
    private static readonly string[] _makeAnyDifference = [WorksOnDoubt.ReferenceName];

    /// <param name="quantity">What the gate is about.</param>
    /// <param name="verdict">What the figures say.</param>
    /// <param name="findings">What is doubtful of either side.</param>
    /// <param name="margin">By how much the interval is clear of the limit, in the quantity's own measure.</param>
    /// <returns>The finding that makes it inconclusive, or <see langword="null"/>.</returns>
    public static Finding? Against(Quantity quantity, ComparisonVerdict verdict, IEnumerable<Finding> findings, double margin = 0) => findings.FirstOrDefault(f =>
        f.IsSetUpMistake
        || ((quantity.IsExact || margin <= f.Explains) && verdict == ComparisonVerdict.Passed && _hideAnyDifference.Contains(f.Name))
        || ((quantity.IsExact || margin <= f.Explains) && verdict == ComparisonVerdict.Failed && _makeAnyDifference.Contains(f.Name))
        || (!quantity.IsExact && verdict == ComparisonVerdict.Passed && _hideDifferences.Contains(f.Name))
        || (!quantity.IsExact && verdict == ComparisonVerdict.Failed && _makeDifferences.Contains(f.Name)));
}
