namespace ThroughputKit.Recording;

/// <summary>The durations of the TLS handshakes of a load, whatever phase its connections were opened in. Any thread may add one.</summary>
internal sealed class Handshakes
{
    private readonly Lock _lock = new();
    private readonly LatencyHistogram _times = new();

    public void Add(long nanoseconds)
    {
        lock (_lock)
        {
            _times.Record(nanoseconds);
        }
    }

    /// <summary>Returns those so far.</summary>
    public LatencyFigures ToFigures()
    {
        lock (_lock)
        {
            return new LatencyFigures(LatencyHistogram.Merge([_times]));
        }
    }
}
