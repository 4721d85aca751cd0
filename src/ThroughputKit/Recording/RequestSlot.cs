namespace ThroughputKit.Recording;

/// <summary>The requests that ended in a stretch of time, with latencies in nanoseconds.</summary>
internal struct RequestSlot : ISlot<RequestSlot>
{
    public long Succeeded;
    public long Failed;
    public long LatencySum;
    public long LatencyMax;

    public void Add(in RequestSlot later)
    {
        Succeeded += later.Succeeded;
        Failed += later.Failed;
        LatencySum += later.LatencySum;
        LatencyMax = Math.Max(LatencyMax, later.LatencyMax);
    }
}
