using ThroughputKit.Statistics;

namespace ThroughputKit.Comparison;

/// <summary>
/// What was measured over one set of connections. Which of them meet which threads, pools and heaps is settled by chance as they
/// open and stays so: a difference that the slices of one placement share, and those of the next don't.
/// </summary>
/// <param name="Blocks">Its slices, four by four.</param>
/// <param name="Reference">The reference's latencies.</param>
/// <param name="Candidate">The candidate's latencies.</param>
internal sealed record Placement(IReadOnlyList<Block> Blocks, LatencyTail Reference, LatencyTail Candidate)
{
    /// <summary>Gets the apps that it is of.</summary>
    public AppPair Apps { get; init; }

    /// <summary>Gets whether a request failed: then there is nothing to compare.</summary>
    public bool HasFailed { get; init; }

    /// <summary>Measures until it is long enough.</summary>
    /// <param name="reference">The reference's load.</param>
    /// <param name="candidate">The candidate's load.</param>
    /// <param name="isOver">Tells whether no further block is to be measured.</param>
    /// <param name="seed">Chooses the order of the slices.</param>
    /// <param name="cancellationToken">Ends it.</param>
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
