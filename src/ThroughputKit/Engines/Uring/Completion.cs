using System.Runtime.InteropServices;

namespace ThroughputKit.Engines.Uring;

/// <summary>What became of an operation (struct io_uring_cqe): its tag, and a result, or the system's error as a negative number.</summary>
[StructLayout(LayoutKind.Sequential)]
internal readonly record struct Completion(ulong Tag, int Result, uint Flags)
{
    public byte Operation => (byte)(Tag >> 48);

    public ushort Generation => (ushort)(Tag >> 32);

    public int Number => (int)(uint)Tag;

    /// <summary>Gets whether the operation goes on (IORING_CQE_F_MORE).</summary>
    public bool GoesOn => (Flags & 2) != 0;

    /// <summary>Gets whether there is more to receive, which may be the end (IORING_CQE_F_SOCK_NONEMPTY).</summary>
    public bool HasMore => (Flags & 4) != 0;

    /// <summary>Gets the buffer that the kernel chose; -1 if it chose none (IORING_CQE_F_BUFFER).</summary>
    public int Buffer => (Flags & 1) != 0 ? (int)(Flags >> 16) : -1;
}
