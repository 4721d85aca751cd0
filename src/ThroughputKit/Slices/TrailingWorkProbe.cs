using ThroughputKit.Findings;
using ThroughputKit.Probes;
using ThroughputKit.Running;
using ThroughputKit.Statistics;

namespace ThroughputKit.Slices;

/// <summary>
/// Measures the work that an app does after its responses, for example for a queue, a second thread or a logger. Slices are short, so this work falls into the
/// slices of other sides.
/// </summary>
internal static class TrailingWorkProbe
{
    private const int Turns = 10;
    private const int FewTurns = 4; // enough if none shows work that could be a finding

    // Longer than a slice, to include work that begins late or that others keep from the processor.
    private static readonly TimeSpan _rest = TimeSpan.FromMilliseconds(30);

    /// <summary>Loads the app in ten turns as short as slices, or fewer if it does nothing, and measures its work right after each turn.</summary>
    /// <param name="load">Generates the load.</param>
    /// <param name="process">Reads the app's process.</param>
    /// <param name="cancellationToken">Cancels the measurement.</param>
    /// <returns>The medians over all turns; <see langword="null"/> if they can't be determined.</returns>
    public static async Task<TrailingWork?> MeasureAsync(
        Func<TimeSpan, CancellationToken, Task<WindowOutcome>> load, IProcessProbe process, CancellationToken cancellationToken)
    {
        List<(ProcessUse After, long Requests)> turns = [];
        while (turns.Count < Turns && (turns.Count != FewTurns || turns.Exists(t => t.After.Cpu >= ComparisonFindings.ToleratedWork)))
        {
            var loaded = await load(SliceLength.Shortest, cancellationToken).ConfigureAwait(false);
            var before = process.TakeBefore();
            await Task.Delay(_rest, cancellationToken).ConfigureAwait(false);
            if (loaded.Recorded.Failures.Total > 0 || ProcessUse.Between(before, process.TakeAfter()) is not { } after)
            {
                return null;
            }

            turns.Add((after, loaded.Recorded.Completed));
        }

        return new TrailingWork(
            TimeSpan.FromSeconds(MedianOf(t => t.After.Cpu.TotalSeconds)), MedianOf(t => t.After.AllocatedBytes), MedianOf(t => t.Requests));

        double MedianOf(Func<(ProcessUse After, long Requests), double> figure) => Median.Of(turns.Select(t => (double?)figure(t)))!.Value;
    }
}
