using System.Runtime.InteropServices;
using ThroughputKit.Engines.Linux;

namespace ThroughputKit.Engines.Uring;

/// <summary>The buffers that the kernel puts received bytes into. It chooses one when there are bytes, so that idle connections need none.</summary>
internal sealed unsafe class RingBuffers : IDisposable
{
    /// <summary>The number of bytes in each.</summary>
    public const int Size = 4096;

    /// <summary>The number of this group of buffers.</summary>
    public const ushort Group = 1;

    private const int AddGroup = 22; // IORING_REGISTER_PBUF_RING
    private const int ReadWrite = 3; // PROT_READ | PROT_WRITE
    private const int PrivateOwn = 0x22; // MAP_PRIVATE | MAP_ANONYMOUS
    private const int EntrySize = 16; // struct io_uring_buf: address, length, number
    private const int TailOffset = 14;

    private readonly int _count;
    private readonly byte* _memory; // the group's ring, and then the buffers
    private readonly nint _length;
    private ushort _tail;

    /// <param name="ring">The ring whose operations use them.</param>
    /// <param name="count">Their number; a power of two.</param>
    /// <exception cref="EngineNotAvailableException">The system lacks the feature, or memory.</exception>
    public RingBuffers(Ring ring, int count)
    {
        (_count, _length) = (count, ((nint)count * (EntrySize + Size)) + Size);
        var memory = Libc.Map(null, _length, ReadWrite, PrivateOwn, -1, 0);
        if ((nint)memory == -1)
        {
            throw new EngineNotAvailableException($"mmap of buffers failed: {Marshal.GetLastPInvokeErrorMessage()}");
        }

        _memory = (byte*)memory;
        var group = stackalloc ulong[5]; // struct io_uring_buf_reg: address, count, number
        (group[0], group[1]) = ((ulong)_memory, (uint)count | ((ulong)Group << 32));
        (group[2], group[3], group[4]) = (0, 0, 0);
        try
        {
            ring.Add(AddGroup, group, 1, "io_uring_register, IORING_REGISTER_PBUF_RING");
        }
        catch
        {
            Dispose();
            throw;
        }

        for (var i = 0; i < count; i++)
        {
            GiveBack(i);
        }
    }

    /// <summary>Returns the bytes of a buffer.</summary>
    public ReadOnlySpan<byte> this[int buffer] => new(BytesOf(buffer), Size);

    /// <summary>Lets the kernel use a buffer again.</summary>
    public void GiveBack(int buffer)
    {
        var entry = _memory + ((_tail & (_count - 1)) * EntrySize);
        *(byte**)entry = BytesOf(buffer);
        *(uint*)(entry + 8) = Size;
        *(ushort*)(entry + 12) = (ushort)buffer;
        Volatile.Write(ref *(ushort*)(_memory + TailOffset), ++_tail);
    }

    public void Dispose() => _ = Libc.Unmap(_memory, _length);

    private byte* BytesOf(int buffer) => _memory + (((nint)_count * EntrySize + Size - 1) / Size * Size) + ((nint)buffer * Size);
}
