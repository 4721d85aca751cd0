using System.Runtime.InteropServices;

namespace ThroughputKit.Engines.Uring;

/// <summary>An operation for the kernel (struct io_uring_sqe).</summary>
[StructLayout(LayoutKind.Explicit, Size = 64)]
internal struct RingEntry
{
    public const byte Nothing = 0; // IORING_OP_NOP
    public const byte Poll = 6; // IORING_OP_POLL_ADD
    public const byte Send = 26; // IORING_OP_SEND
    public const byte Receive = 27; // IORING_OP_RECV

    public const byte SelectsBuffer = 1 << 5; // IOSQE_BUFFER_SELECT
    public const ushort WaitsFirst = 1; // IORING_RECVSEND_POLL_FIRST
    public const ushort GoesOn = 1 << 1; // IORING_RECV_MULTISHOT
    public const uint PollGoesOn = 1; // IORING_POLL_ADD_MULTI

    [FieldOffset(0)]
    public byte Operation;

    [FieldOffset(1)]
    public byte Flags;

    [FieldOffset(2)]
    public ushort Priority;

    [FieldOffset(4)]
    public int Descriptor;

    [FieldOffset(16)]
    public nint Address;

    [FieldOffset(24)]
    public uint Length;

    [FieldOffset(28)]
    public uint OperationFlags;

    [FieldOffset(32)]
    public ulong Tag;

    [FieldOffset(40)]
    public ushort BufferGroup;
}
