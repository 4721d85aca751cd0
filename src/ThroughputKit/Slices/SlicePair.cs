namespace ThroughputKit.Slices;

/// <summary>One slice of each side, measured directly after one another.</summary>
internal readonly record struct SlicePair(Slice Reference, Slice Candidate)
{
    public bool IsComplete => Reference.Completed > 0 && Candidate.Completed > 0;
}
