using ThroughputKit.Measurement;
using ThroughputKit.Running;

namespace ThroughputKit.Comparison;

/// <summary>
/// How much work an app leaves to do after its responses: to a queue, another thread, a logger. A comparison's slices are short, so such work
/// falls into the other side's.
/// </summary>
internal static class AfterResponses
{
    private const int Turns = 10;

    // Longer than a slice: what begins late, or is kept from the processor by others, is seen too.
    private static readonly TimeSpan _rest = TimeSpan.FromMilliseconds(30);

    /// <summary>Loads the app for as short turns as slices are, and looks what it does right after each.</summary>
    /// <param name="load">Makes the load.</param>
    /// <param name="process">Reads the app's process.</param>
    /// <param name="cancellationToken">Ends it.</param>
    /// <returns>The processor time that it takes after a turn, the median; <see langword="null"/> if that can't be known.</returns>
    public static async Task<TimeSpan?> MeasureAsync(Func<TimeSpan, CancellationToken, Task<WindowOutcome>> load, IProcessProbe process, CancellationToken cancellationToken)
    {
        List<double?> seconds = [];
        while (seconds.Count < Turns)
        {
            var loaded = await load(SliceLength.Shortest, cancellationToken).ConfigureAwait(false);
            var before = process.TakeBefore();
            await Task.Delay(_rest, cancellationToken).ConfigureAwait(false);
            if (loaded.Recorded.Failures.Total > 0 || ProcessUse.Between(before, process.TakeAfter()) is not { } after)
            {
                return null;
            }

            seconds.Add(after.Cpu.TotalSeconds);
        }

        return TimeSpan.FromSeconds(Median.Of(seconds)!.Value);
    }
}
