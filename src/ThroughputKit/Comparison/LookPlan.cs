namespace ThroughputKit.Comparison;

/// <summary>
/// When values are looked at, and how the chance of a wrong decision is spent: little on the first looks, most on the last. The
/// shares add up to one, so that the chance over all looks is at most the whole, however the looks depend on one another
/// (Bonferroni's inequality).
/// </summary>
internal static class LookPlan
{
    public static IReadOnlyList<Look> All { get; } =
        [new(0.125, 0.1), new(0.1875, 0.1), new(0.25, 0.15), new(0.375, 0.15), new(0.5, 0.15), new(0.75, 0.15), new(1, 0.2)];
}
