using ThroughputKit.Experiments;
using ThroughputKit.Statistics;

namespace ThroughputKit.Comparison;

/// <summary>
/// The measurements over one set of connections. Chance decides which connections meet which threads, pools and heaps when they open, and the
/// assignment stays. So the slices of one placement share a difference that the slices of the next one don't.
/// </summary>
/// <param name="Blocks">Its slices, in blocks of four.</param>
/// <param name="Reference">The reference's latencies.</param>
/// <param name="Candidate">The candidate's latencies.</param>
internal sealed record Placement(IReadOnlyList<Block> Blocks, LatencyTail Reference, LatencyTail Candidate)
{
    /// <summary>
    /// Gets the number of the measured pair of apps, which has no app in common with other pairs, and the level at which its sides are separate.
    /// </summary>
    public (int Pair, Separation Separation) Apps { get; init; }

    /// <summary>Gets whether a request failed. If so, there is nothing to compare.</summary>
    public bool HasFailed { get; init; }

    /// <summary>Measures blocks until the placement is long enough.</summary>
    /// <param name="reference">The reference's load.</param>
    /// <param name="candidate">The candidate's load.</param>
    /// <param name="isOver">Returns whether to stop after the current block.</param>
    /// <param name="seed">The seed for the order of the slices.</param>
    /// <param name="cancellationToken">Cancels the measurement.</param>
    public static async Task<Placement> MeasureAsync(ISliced reference, ISliced candidate, Func<bool> isOver, int seed, CancellationToken cancellationToken)
    {
        List<Block> blocks = [];
        SlicePair? first = null;
        var hasFailed = false;
        await foreach (var round in Interleaving.RunAsync([reference.MeasureAsync, candidate.MeasureAsync], seed, cancellationToken).ConfigureAwait(false))
        {
            var pair = new SlicePair(round[0], round[1]);
            hasFailed = pair.HasFailed;
            if (first is null && !hasFailed)
            {
                first = pair;
                continue;
            }

            if (!hasFailed && new Block(first!.Value, pair) is { IsComplete: true } block)
            {
                blocks.Add(block);
            }

            first = null;
            if (hasFailed || isOver())
            {
                break;
            }
        }

        return new Placement(blocks, new LatencyTail(reference.TakeLatency()), new LatencyTail(candidate.TakeLatency())) { HasFailed = hasFailed };
    }
}
