namespace ThroughputKit.Comparison;

/// <summary>
/// The schedule of looks, and the error probability that each may spend: little on the first looks, most on the last. The shares add
/// up to one. So the error probability over all looks is at most the whole, however the looks depend on one another
/// (Bonferroni's inequality).
/// </summary>
internal static class LookSchedule
{
    public static IReadOnlyList<InterimLook> All { get; } =
        [new(0.125, 0.1), new(0.1875, 0.1), new(0.25, 0.15), new(0.375, 0.15), new(0.5, 0.15), new(0.75, 0.15), new(1, 0.2)];
}
