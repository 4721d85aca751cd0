namespace ThroughputKit.Comparison;

/// <summary>
/// When values are looked at, and how the chance of a wrong decision is spent: little on the first looks, most on the last. The
/// shares add up to one, so that the chance over all looks is at most the whole, however the looks depend on one another
/// (Bonferroni's inequality).
/// </summary>
internal static class LookPlan
{
    private static readonly (double Progress, double Share)[] _looks = [(0.125, 0.1), (0.25, 0.2), (0.5, 0.3), (1, 0.4)];

    /// <param name="error">The chance of a wrong decision over all looks, on each side.</param>
    public static IReadOnlyList<Look> Of(double error) => [.. _looks.Select(l => new Look(l.Progress, error * l.Share))];
}
