namespace ThroughputKit.Comparison;

/// <summary>A slice of each arm, one right after the other.</summary>
internal readonly record struct SlicePair(Slice Reference, Slice Candidate);
