namespace ThroughputKit.Statistics;

/// <summary>Computes the median.</summary>
internal static class Median
{
    /// <returns>The median; <see langword="null"/> if any value is unknown, or if there are no values.</returns>
    public static double? Of(IEnumerable<double?> values)
    {
        double?[] all = [.. values];
        if (all.Length == 0 || Array.Exists(all, v => v is null))
        {
            return null;
        }

        Array.Sort(all);
        return (all[all.Length / 2] + all[(all.Length - 1) / 2]) / 2;
    }
}
