namespace ThroughputKit.Comparison;

/// <summary>Four slices in a row: a pair, and a pair in the opposite order. In the mean of the two, whatever drifts cancels out.</summary>
internal readonly record struct Block(SlicePair First, SlicePair Second)
{
    /// <summary>Gets whether there is a response in every slice: one in which the machine let nothing be sent is no evidence, and leaves nothing to balance the others.</summary>
    public bool IsComplete => First.IsComplete && Second.IsComplete;

    /// <summary>The mean of a figure of both pairs; <see langword="null"/> if either doesn't have it.</summary>
    public double? Mean(Func<SlicePair, double?> figure) => (figure(First) + figure(Second)) / 2;
}
