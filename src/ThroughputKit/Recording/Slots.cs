namespace ThroughputKit.Recording;

/// <summary>
/// Figures over time, in a fixed number of slots. When a run outgrows them, neighbours are merged and every slot covers twice the time, so memory stays the
/// same however long the run is.
/// </summary>
/// <typeparam name="TSlot">The figures of a slot.</typeparam>
internal class Slots<TSlot>
    where TSlot : struct, ISlot<TSlot>
{
    public const int SlotCount = 512;

    /// <summary>The length of a slot before any merging, in nanoseconds.</summary>
    public const long FirstSlotNanoseconds = 10_000_000;

    private readonly TSlot[] _slots = new TSlot[SlotCount];

    /// <summary>Gets the length of a slot in nanoseconds.</summary>
    public long SlotNanoseconds { get; private set; } = FirstSlotNanoseconds;

    public ReadOnlySpan<TSlot> All => _slots;

    /// <summary>Returns the slot of a time, which is in nanoseconds.</summary>
    public ref TSlot At(long atNanoseconds)
    {
        var index = Math.Max(0, atNanoseconds) / SlotNanoseconds;
        while (index >= SlotCount)
        {
            Fold();
            index = atNanoseconds / SlotNanoseconds;
        }

        return ref _slots[index];
    }

    public void Clear()
    {
        Array.Clear(_slots);
        SlotNanoseconds = FirstSlotNanoseconds;
    }

    public void Add(Slots<TSlot> other)
    {
        FoldTo(other.SlotNanoseconds);
        for (var i = 0; i < SlotCount; i++)
        {
            // A shorter slot of the other series falls entirely into one of ours: both lengths are the same base times a power of two.
            _slots[(int)(i * other.SlotNanoseconds / SlotNanoseconds)].Add(other._slots[i]);
        }
    }

    /// <summary>Merges slots until each is at least as long as that.</summary>
    /// <param name="slotNanoseconds">The length of a slot in nanoseconds.</param>
    public void FoldTo(long slotNanoseconds)
    {
        while (SlotNanoseconds < slotNanoseconds)
        {
            Fold();
        }
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
}
