using ThroughputKit.Measurement;

namespace ThroughputKit.Running;

/// <summary>Turns the slots of a time series into the intervals of a result.</summary>
internal static class IntervalBuilder
{
    public static IReadOnlyList<LoadInterval> Build(TimeSeries series, TimeSpan window)
    {
        var length = Clock.ToTimeSpan(series.SlotNanoseconds);
        var count = Math.Min(TimeSeries.SlotCount, (int)Math.Ceiling(window / length));
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
