using ThroughputKit.Statistics;

namespace ThroughputKit.Slices;

/// <summary>
/// The measurements of the reference and another side over one set of connections. Chance decides which connections meet which threads, pools and heaps when
/// they open, and the assignment stays. So the slices of one placement share a difference that the slices of the next one don't.
/// </summary>
/// <param name="Blocks">Its slices, in blocks of four.</param>
/// <param name="Reference">The reference's latencies.</param>
/// <param name="Candidate">The other side's latencies.</param>
internal sealed record Placement(IReadOnlyList<Block> Blocks, LatencyTail Reference, LatencyTail Candidate)
{
    /// <summary>The minimum number of placements for an interval. The spread of fewer placements is chance.</summary>
    public const int MinCount = 4;

    /// <summary>
    /// Gets the number of the measured set of apps, which has no app in common with other sets, and the level at which its two sides are separate.
    /// </summary>
    public (int Set, Separation Separation) Apps { get; init; }

    /// <summary>Gets whether a request failed. If so, there is nothing to compare.</summary>
    public bool HasFailed { get; init; }

    /// <summary>Measures blocks until the placement is long enough, or no side is left whose requests succeed.</summary>
    /// <param name="sides">The loads, the reference first.</param>
    /// <param name="place">Where the sides are in their order and their data.</param>
    /// <param name="isOver">Returns whether to stop after the current block. If a side failed in it, there is one more.</param>
    /// <param name="seed">The seed for the order of the slices.</param>
    /// <param name="cancellationToken">Cancels the measurement.</param>
    /// <returns>The placement of each side but the reference, in their order.</returns>
    public static async Task<IReadOnlyList<Placement>> MeasureAsync(
        IReadOnlyList<ISliced> sides, SlicePlace place, Func<bool> isOver, int seed, CancellationToken cancellationToken)
    {
        List<Block>[] blocks = [.. sides.Skip(1).Select(_ => new List<Block>())];
        Slice[]? first = null;
        var working = CountWorking();
        await foreach (var round in Interleaving.RunAsync(sides, MeasureSliceAsync, seed, cancellationToken).ConfigureAwait(false))
        {
            place.GoOn(round);
            for (var i = 0; i < blocks.Length; i++)
            {
                if (first is not null && !HasFailed(i) && new Block(PairOf(first, i), PairOf(round, i)) is { IsComplete: true } block)
                {
                    blocks[i].Add(block);
                }
            }

            var isBlock = first is not null;
            first = isBlock ? null : round;
            if (Enumerable.Range(0, blocks.Length).All(HasFailed))
            {
                break;
            }

            if (isBlock)
            {
                // What made a side fail may have ended an app that others share, which one more block shows.
                var before = working;
                working = CountWorking();
                if (working == before && isOver())
                {
                    break;
                }
            }
        }

        LatencyTail[] latencies = [.. sides.Select(s => new LatencyTail(s.TakeLatency()))];
        return [.. blocks.Select((b, i) => new Placement(b, latencies[0], latencies[i + 1]) { HasFailed = HasFailed(i) })];

        Task<Slice> MeasureSliceAsync(ISliced side, CancellationToken token) =>
            side.HasFailed ? Task.FromResult(default(Slice)) : side.MeasureAsync(place.First, token);

        int CountWorking() => sides.Count(s => !s.HasFailed);

        bool HasFailed(int candidate) => sides[0].HasFailed || sides[candidate + 1].HasFailed;

        static SlicePair PairOf(Slice[] round, int candidate) => new(round[0], round[candidate + 1]);
    }
}
