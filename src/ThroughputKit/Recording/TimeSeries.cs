namespace ThroughputKit.Recording;

/// <summary>
/// Completions over time, in a fixed number of slots. When a run outgrows them, neighbours are merged and every slot covers twice the time,
/// so memory stays the same however long the run is. One thread records; merge later.
/// </summary>
internal sealed class TimeSeries
{
    public const int SlotCount = 512;

    /// <summary>The length of a slot before any merging, in nanoseconds.</summary>
    public const long FirstSlotNanoseconds = 10_000_000;

    private readonly Slot[] _slots = new Slot[SlotCount];

    /// <summary>Gets the length of a slot in nanoseconds.</summary>
    public long SlotNanoseconds { get; private set; } = FirstSlotNanoseconds;

    public ReadOnlySpan<Slot> Slots => _slots;

    public void RecordSuccess(long atNanoseconds, long latencyNanoseconds)
    {
        ref var slot = ref At(atNanoseconds);
        slot.Succeeded++;
        slot.LatencySum += latencyNanoseconds;
        slot.LatencyMax = Math.Max(slot.LatencyMax, latencyNanoseconds);
    }

    public void RecordFailure(long atNanoseconds) => At(atNanoseconds).Failed++;

    public void Clear()
    {
        Array.Clear(_slots);
        SlotNanoseconds = FirstSlotNanoseconds;
    }

    public void Add(TimeSeries other)
    {
        while (SlotNanoseconds < other.SlotNanoseconds)
        {
            Fold();
        }

        for (var i = 0; i < SlotCount; i++)
        {
            // A shorter slot of the other series falls entirely into one of ours: both lengths are the same base times a power of two.
            _slots[(int)(i * other.SlotNanoseconds / SlotNanoseconds)].Add(other._slots[i]);
        }
    }

    private ref Slot At(long atNanoseconds)
    {
        var index = Math.Max(0, atNanoseconds) / SlotNanoseconds;
        while (index >= SlotCount)
        {
            Fold();
            index = atNanoseconds / SlotNanoseconds;
        }

        return ref _slots[index];
    }

    private void Fold()
    {
        for (var i = 0; i < SlotCount / 2; i++)
        {
            var folded = _slots[2 * i];
            folded.Add(_slots[(2 * i) + 1]);
            _slots[i] = folded;
        }

        Array.Clear(_slots, SlotCount / 2, SlotCount / 2);
        SlotNanoseconds *= 2;
    }

    public struct Slot
    {
        public long Succeeded;
        public long Failed;
        public long LatencySum;
        public long LatencyMax;

        public void Add(in Slot other)
        {
            Succeeded += other.Succeeded;
            Failed += other.Failed;
            LatencySum += other.LatencySum;
            LatencyMax = Math.Max(LatencyMax, other.LatencyMax);
        }
    }
}
