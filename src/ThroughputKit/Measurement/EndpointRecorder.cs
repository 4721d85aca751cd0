namespace ThroughputKit.Measurement;

/// <summary>What one worker saw of one request of the plan.</summary>
internal sealed class EndpointRecorder
{
    public LatencyHistogram Latency { get; } = new();

    public long Sent { get; set; }

    public long Succeeded { get; set; }

    public long InFlightAtEnd { get; set; }

    public long Failed { get; set; }

    public void Clear()
    {
        Latency.Clear();
        (Sent, Succeeded, InFlightAtEnd, Failed) = (0, 0, 0, 0);
    }

    public void Add(EndpointRecorder other)
    {
        Latency.Add(other.Latency);
        Sent += other.Sent;
        Succeeded += other.Succeeded;
        InFlightAtEnd += other.InFlightAtEnd;
        Failed += other.Failed;
    }
}
