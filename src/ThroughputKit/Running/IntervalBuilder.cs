using ThroughputKit.Pacing;
using ThroughputKit.Recording;

namespace ThroughputKit.Running;

/// <summary>Converts the slots of a time series to the intervals of a result.</summary>
internal static class IntervalBuilder
{
    public static IReadOnlyList<LoadInterval> Build(TimeSeries series, TimeSpan window)
    {
        var length = Clock.ToTimeSpan(series.SlotNanoseconds);

        // With a fixed number of requests, the last response ends the window and lies on its edge.
        var count = Math.Min(TimeSeries.SlotCount, (int)(window / length) + 1);
        if (window == (count - 1) * length && series.Slots[count - 1] is { Succeeded: 0, Failed: 0 })
        {
            count--;
        }

        var intervals = new LoadInterval[count];
        for (var i = 0; i < count; i++)
        {
            var slot = series.Slots[i];
            intervals[i] = new LoadInterval
            {
                Start = i * length,
                Length = i == count - 1 ? window - (i * length) : length,
                Succeeded = slot.Succeeded,
                Failed = slot.Failed,
                MeanLatency = Clock.ToTimeSpan(slot.Succeeded == 0 ? 0 : (double)slot.LatencySum / slot.Succeeded),
                MaxLatency = Clock.ToTimeSpan(slot.LatencyMax),
            };
        }

        return intervals;
    }
}
