using System.Runtime.InteropServices;

namespace ThroughputKit.Engines.Uring;

/// <summary>An operation for the kernel (struct io_uring_sqe). An empty one does nothing, and completes.</summary>
[StructLayout(LayoutKind.Sequential, Size = 64)]
internal struct RingEntry
{
    public const byte Poll = 6; // IORING_OP_POLL_ADD
    public const byte Send = 26; // IORING_OP_SEND
    public const byte Receive = 27; // IORING_OP_RECV

    public byte Operation;
    public byte Flags;
    public ushort Priority;
    public int Descriptor;
    public ulong Offset;
    public nint Address;
    public uint Length;
    public uint OperationFlags;
    public ulong Tag;
    public ushort BufferGroup;
}
