using System.Diagnostics;
using ThroughputKit.Pacing;
using ThroughputKit.Probes;

namespace ThroughputKit.Recording;

/// <summary>
/// Follows the collections of this process in a window, and the sizes of its generations after them. Counts are read each time that it is called, and allocate
/// nothing. To read sizes allocates a few hundred bytes, so they are read at most ten times a second, only after a collection, and what that took is told: the
/// allocated bytes of the window are known without it.
/// </summary>
internal sealed class HeapWatch : IWatched
{
    private const int Large = 3, Pinned = 4;

    private readonly long _pause = Stopwatch.Frequency / 10;
    private readonly Lock _lock = new();
    private readonly Slots<HeapSlot> _slots = new();
    private Window? _window;
    private HeapSlot _rest;
    private (int Gen0, int Gen1, int Gen2) _counts;
    private int _sized; // the number of collections when sizes were last read
    private long _next;

    /// <summary>Gets the bytes allocated for reading since the beginning of the window.</summary>
    public long OwnBytes { get; private set; }

    /// <summary>Begins to watch a window that is about to open.</summary>
    public void Begin(Window window)
    {
        lock (_lock)
        {
            _slots.Clear();
            _counts = Counts();
            _slots.At(0).Add(Read(withBytes: true)); // the sizes before, and whatever has to be compiled
            (_window, _next, OwnBytes) = (window, 0, 0);
        }
    }

    /// <summary>Ends watching, once nothing is in flight, and before the counters of the process are read.</summary>
    public void Close()
    {
        lock (_lock)
        {
            _rest = _window is null ? default : Read(withBytes: true);
            _window = null;
        }
    }

    /// <summary>Returns what was seen. The collections since the last look count at the end of the window, even if they came in its drain.</summary>
    /// <param name="length">The length of the window in nanoseconds.</param>
    public Slots<HeapSlot> Until(long length)
    {
        _slots.At(length - 1).Add(_rest);
        return _slots;
    }

    public void Watch(long now)
    {
        lock (_lock)
        {
            if (_window is not null && now >= _window.Start && _window.Includes(now))
            {
                var slot = Read(withBytes: now >= _next);
                _next = slot.HasBytes ? now + _pause : _next;
                _slots.At(Clock.ToNanoseconds(now - _window.Start)).Add(slot);
            }
        }
    }

    private HeapSlot Read(bool withBytes)
    {
        var (now, before) = (Counts(), _counts);
        _counts = now;

        // The runtime also counts a collection of a generation for all younger generations.
        var (all, older, oldest) = (now.Gen0 - before.Gen0, now.Gen1 - before.Gen1, now.Gen2 - before.Gen2);
        var slot = new HeapSlot { Gen0 = all - older, Gen1 = older - oldest, Gen2 = oldest };
        if (withBytes && now.Gen0 != _sized)
        {
            _sized = now.Gen0;
            var allocated = GC.GetAllocatedBytesForCurrentThread();
            var sizes = GC.GetGCMemoryInfo(GCKind.Any).GenerationInfo;
            (slot.HasBytes, slot.Gen0Bytes, slot.Gen1Bytes, slot.Gen2Bytes) = (true, sizes[0].SizeAfterBytes, sizes[1].SizeAfterBytes, sizes[2].SizeAfterBytes);
            slot.LargeBytes = sizes[Large].SizeAfterBytes + sizes[Pinned].SizeAfterBytes;
            OwnBytes += GC.GetAllocatedBytesForCurrentThread() - allocated;
        }

        return slot;
    }

    // A collection between two of the counts must not count for one of them alone.
    private static (int Gen0, int Gen1, int Gen2) Counts()
    {
        while (true)
        {
            var counts = (GC.CollectionCount(0), GC.CollectionCount(1), GC.CollectionCount(2));
            if (counts.Item1 == GC.CollectionCount(0))
            {
                return counts;
            }
        }
    }
}
