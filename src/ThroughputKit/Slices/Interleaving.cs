using System.Runtime.CompilerServices;

namespace ThroughputKit.Slices;

/// <summary>Measures variants in turn, round after round, for as long as the caller requests rounds.</summary>
internal static class Interleaving
{
    /// <param name="variants">The variants.</param>
    /// <param name="measure">Measures a variant once.</param>
    /// <param name="seed">The seed for the order within the rounds.</param>
    /// <param name="cancellationToken">Cancels the measurement.</param>
    /// <returns>The measurements of each round, in the order of the variants. The sequence is endless.</returns>
    public static async IAsyncEnumerable<TMeasured[]> RunAsync<TVariant, TMeasured>(
        IReadOnlyList<TVariant> variants, Func<TVariant, CancellationToken, Task<TMeasured>> measure, int seed,
        [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        foreach (var order in Orders(variants.Count, seed))
        {
            var measured = new TMeasured[variants.Count];
            foreach (var variant in order)
            {
                measured[variant] = await measure(variants[variant], cancellationToken).ConfigureAwait(false);
                cancellationToken.ThrowIfCancellationRequested();
            }

            yield return measured;
        }
    }

    /// <summary>
    /// Returns the order of the variants within each round. It is random, and every other round is reversed, so that over two rounds each variant
    /// precedes each other variant exactly once. The same seed gives the same orders. The sequence is endless.
    /// </summary>
    public static IEnumerable<IReadOnlyList<int>> Orders(int variants, int seed)
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
