using ThroughputKit.Statistics;

namespace ThroughputKit.Gates;

/// <summary>How a figure stands to its limit after some attempts.</summary>
/// <param name="Decision">On which side of the limit it lies.</param>
/// <param name="Value">The figure of all attempts together.</param>
/// <param name="Interval">
/// The interval that holds it in 95 of 100 tests, however many attempts they take; <see langword="null"/> if the figure counts as it is, or is chance.
/// </param>
/// <param name="Attempts">How many attempts there were.</param>
/// <param name="Lacks">How many requests it lacks to be more than chance.</param>
/// <param name="Own">From the lowest to the highest bound of the attempts' own intervals, which their parts show.</param>
internal readonly record struct Standing(Decision Decision, double Value, Interval? Interval, int Attempts, long Lacks, Interval Own);
