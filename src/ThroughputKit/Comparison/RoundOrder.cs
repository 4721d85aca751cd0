namespace ThroughputKit.Comparison;

/// <summary>
/// In which order variants are measured: at random, and every other round backwards, so that over two rounds
/// each variant comes before each other one exactly once. Pure; the same seed gives the same order.
/// </summary>
internal static class RoundOrder
{
    /// <returns>The order within each round, without end.</returns>
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
