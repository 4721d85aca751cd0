using System.Runtime.InteropServices;

namespace ThroughputKit.Engines.Uring;

/// <summary>The buffers that the kernel puts received bytes into. It chooses one when there are bytes.</summary>
internal sealed unsafe class RingBuffers : IDisposable
{
    /// <summary>The number of bytes in each.</summary>
    public const int Size = 4096;

    /// <summary>The number of this group of buffers.</summary>
    public const ushort Group = 1;

    private const int EntrySize = 16; // struct io_uring_buf: address, length, number
    private const int TailOffset = 14;

    private readonly int _mask;
    private readonly byte* _entries;
    private readonly byte* _bytes;
    private ushort _tail;

    /// <param name="ring">The ring whose operations use them.</param>
    /// <param name="count">Their number; a power of two, below 65,536.</param>
    /// <exception cref="EngineNotAvailableException">The system doesn't permit it, or lacks the feature.</exception>
    public RingBuffers(Ring ring, int count)
    {
        _mask = count - 1;
        _entries = (byte*)NativeMemory.AlignedAlloc((nuint)(count * EntrySize), (nuint)Environment.SystemPageSize);
        _bytes = (byte*)NativeMemory.Alloc((nuint)count, Size);
        for (var i = 0; i < count; i++)
        {
            GiveBack(i);
        }

        var group = stackalloc ulong[] { (ulong)_entries, (uint)count | ((ulong)Group << 32), 0, 0, 0 }; // struct io_uring_buf_reg
        try
        {
            ring.Add(22, group, 1, "IORING_REGISTER_PBUF_RING");
        }
        catch
        {
            Dispose();
            throw;
        }
    }

    /// <summary>Returns the bytes of a buffer.</summary>
    public ReadOnlySpan<byte> this[int buffer] => new(_bytes + ((nint)buffer * Size), Size);

    /// <summary>Lets the kernel use a buffer again.</summary>
    public void GiveBack(int buffer)
    {
        var entry = _entries + ((_tail & _mask) * EntrySize);
        *(byte**)entry = _bytes + ((nint)buffer * Size);
        *(uint*)(entry + 8) = Size;
        *(ushort*)(entry + 12) = (ushort)buffer;
        Volatile.Write(ref *(ushort*)(_entries + TailOffset), ++_tail);
    }

    public void Dispose()
    {
        NativeMemory.AlignedFree(_entries);
        NativeMemory.Free(_bytes);
    }
}
