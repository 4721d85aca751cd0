namespace ThroughputKit.Experiments;

/// <summary>
/// Determines the order in which variants are measured. It is random, and every other round is reversed, so that over two rounds each variant
/// precedes each other variant exactly once. Pure; the same seed gives the same order.
/// </summary>
internal static class RoundOrder
{
    /// <returns>The order within each round. The sequence is endless.</returns>
    public static IEnumerable<IReadOnlyList<int>> Of(int variants, int seed)
    {
        var random = new Random(seed);
        int[] order = [.. Enumerable.Range(0, variants)];
        while (true)
        {
            random.Shuffle(order);
            yield return [.. order];
            yield return [.. order.Reverse()];
        }
    }
}
