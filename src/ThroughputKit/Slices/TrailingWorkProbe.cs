using ThroughputKit.Findings;
using ThroughputKit.Probes;
using ThroughputKit.Running;

namespace ThroughputKit.Slices;

/// <summary>
/// Measures the work that apps do after their responses, for example for a queue, a second thread or a logger. Slices are short, so this work falls into the
/// slices of other sides.
/// </summary>
internal static class TrailingWorkProbe
{
    private const int Turns = 10;
    private const int MaxRests = 30; // of all sides together: what a warm-up leaves in a queue may take a while

    // Longer than a slice, to include work that begins late or that others keep from the processor.
    private static readonly TimeSpan _rest = TimeSpan.FromMilliseconds(30);

    /// <summary>
    /// Loads the sides alternately, each in ten turns as short as slices, or until it does little after one, and measures each side's work right after its
    /// turns.
    /// The least that the process does before any turn is its background. It may do more, which a turn before has left.
    /// </summary>
    /// <param name="sides">What generates the load of each side, and what reads its process.</param>
    /// <param name="cancellationToken">Cancels the measurement.</param>
    /// <returns>
    /// For each side the least work after any of its turns: threads that spin until they sleep take long only at times. <see langword="null"/> if it can't be
    /// determined.
    /// </returns>
    public static async Task<TrailingWork?[]> MeasureAsync(
        IReadOnlyList<(Func<TimeSpan, CancellationToken, Task<WindowOutcome>> Load, IProcessProbe Process)> sides, CancellationToken cancellationToken)
    {
        var left = MaxRests;
        foreach (var (_, process) in sides)
        {
            for (; left > 0 && await RestAsync(process, cancellationToken).ConfigureAwait(false) is { } use && IsMuch(use.Cpu); left--)
            {
            }
        }

        var least = Enumerable.Repeat<TrailingWork?>(new TrailingWork(TimeSpan.MaxValue, 0, 1), sides.Count).ToArray();
        var rests = new (ProcessUse? Background, ProcessUse? After, long Requests)[sides.Count];
        for (var turn = 0; turn < Turns && Array.Exists(least, w => w is not null && IsMuch(w.Cpu)); turn++)
        {
            // In changing order, so that what one side leaves for later doesn't always fall into the rest of the same other side.
            for (var i = 0; i < sides.Count; i++)
            {
                var side = turn % 2 == 0 ? i : sides.Count - 1 - i;
                if (least[side] is { } until && IsMuch(until.Cpu))
                {
                    var (load, process) = sides[side];
                    var before = await RestAsync(process, cancellationToken).ConfigureAwait(false);
                    var loaded = await load(SliceLength.Shortest, cancellationToken).ConfigureAwait(false);
                    var after = await RestAsync(process, cancellationToken).ConfigureAwait(false);
                    var (leastBefore, leastAfter, requests) = rests[side];
                    rests[side] = (
                        leastBefore?.Cpu < before?.Cpu ? leastBefore : before,
                        leastAfter?.Cpu < after?.Cpu ? leastAfter : after,
                        leastAfter?.Cpu < after?.Cpu ? requests : loaded.Recorded.Completed);
                    least[side] = before is null || after is null || loaded.Recorded.Failed > 0 ? null : Work(rests[side]);
                }
            }
        }

        return least;
    }

    private static bool IsMuch(TimeSpan cpu) => cpu >= ComparisonFindings.ToleratedWork;

    private static TrailingWork Work((ProcessUse? Background, ProcessUse? After, long Requests) least)
    {
        var (background, after, requests) = (least.Background!, least.After!, Math.Max(1, least.Requests));
        return new TrailingWork(
            after.Cpu > background.Cpu ? after.Cpu - background.Cpu : TimeSpan.Zero, Math.Max(0, after.AllocatedBytes - background.AllocatedBytes), requests);
    }

    private static async Task<ProcessUse?> RestAsync(IProcessProbe process, CancellationToken cancellationToken)
    {
        var before = process.TakeBefore();
        await Task.Delay(_rest, cancellationToken).ConfigureAwait(false);
        return ProcessUse.Between(before, process.TakeAfter());
    }
}
