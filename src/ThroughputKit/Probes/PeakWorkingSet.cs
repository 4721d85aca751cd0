using System.Diagnostics;

namespace ThroughputKit.Probes;

/// <summary>Samples the working set every 100 ms and keeps the largest value.</summary>
internal sealed class PeakWorkingSet(Func<long> workingSet) : IWatched
{
    private readonly long _interval = Stopwatch.Frequency / 10;
    private long _next;
    private long _peak;

    public long Bytes => Volatile.Read(ref _peak);

    /// <summary>Discards the samples from before the window.</summary>
    public void Restart() => Volatile.Write(ref _peak, workingSet());

    public void Watch(long now)
    {
        if (now >= _next)
        {
            _next = now + _interval;
            Volatile.Write(ref _peak, Math.Max(Bytes, workingSet()));
        }
    }
}
