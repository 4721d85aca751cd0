namespace ThroughputKit.Recording;

/// <summary>Completions over time. One thread records; merge later.</summary>
internal sealed class TimeSeries : Slots<RequestSlot>
{
    public void RecordSuccess(long atNanoseconds, long latencyNanoseconds)
    {
        ref var slot = ref At(atNanoseconds);
        slot.Succeeded++;
        slot.LatencySum += latencyNanoseconds;
        slot.LatencyMax = Math.Max(slot.LatencyMax, latencyNanoseconds);
    }

    public void RecordFailure(long atNanoseconds) => At(atNanoseconds).Failed++;
}
