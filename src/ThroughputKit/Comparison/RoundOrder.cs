namespace ThroughputKit.Comparison;

/// <summary>
/// In which order the variants of an experiment run: at random, and every other round backwards, so that over two rounds
/// each variant runs before each other one exactly once. Pure; the same seed gives the same order.
/// </summary>
internal static class RoundOrder
{
    public static IReadOnlyList<IReadOnlyList<int>> Of(int variants, int rounds, int seed)
    {
        var random = new Random(seed);
        var orders = new List<IReadOnlyList<int>>(rounds);
        for (var round = 0; round < rounds; round++)
        {
            orders.Add(round % 2 == 1 ? [.. orders[round - 1].Reverse()] : Shuffled(variants, random));
        }

        return orders;
    }

    private static int[] Shuffled(int variants, Random random)
    {
        int[] order = [.. Enumerable.Range(0, variants)];
        random.Shuffle(order);
        return order;
    }
}
