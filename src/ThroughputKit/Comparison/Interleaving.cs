using System.Runtime.CompilerServices;

namespace ThroughputKit.Comparison;

/// <summary>Measures variants in turn, one round after another, for as long as rounds are asked for.</summary>
internal static class Interleaving
{
    /// <param name="variants">What measures each variant once.</param>
    /// <param name="seed">Chooses the order within the rounds.</param>
    /// <param name="cancellationToken">Ends it.</param>
    /// <returns>For each round what its variants measured, in the order of the variants; without end.</returns>
    public static async IAsyncEnumerable<T[]> RunAsync<T>(
        IReadOnlyList<Func<CancellationToken, Task<T>>> variants, int seed, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        foreach (var order in RoundOrder.Of(variants.Count, seed))
        {
            var measured = new T[variants.Count];
            foreach (var variant in order)
            {
                measured[variant] = await variants[variant](cancellationToken).ConfigureAwait(false);
                cancellationToken.ThrowIfCancellationRequested();
            }

            yield return measured;
        }
    }
}
