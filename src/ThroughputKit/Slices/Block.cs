namespace ThroughputKit.Slices;

/// <summary>Four consecutive slices: a pair, and a pair in the opposite order. Drift cancels out in the mean of the two pairs.</summary>
internal readonly record struct Block(SlicePair First, SlicePair Second)
{
    /// <summary>
    /// Gets whether every slice has a response. A slice in which the machine let nothing be sent is no evidence, and leaves nothing to balance the others.
    /// </summary>
    public bool IsComplete => First.IsComplete && Second.IsComplete;

    /// <summary>Returns the mean of a figure over both pairs; <see langword="null"/> if either pair lacks the figure.</summary>
    public double? Mean(Func<SlicePair, double?> figure) => (figure(First) + figure(Second)) / 2;
}
