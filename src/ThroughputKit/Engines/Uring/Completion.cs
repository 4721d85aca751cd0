using System.Runtime.InteropServices;

namespace ThroughputKit.Engines.Uring;

/// <summary>What became of an operation (struct io_uring_cqe): a result, or the system's error as a negative number.</summary>
[StructLayout(LayoutKind.Sequential)]
internal readonly struct Completion
{
    private readonly ulong _tag;
    private readonly int _result;
    private readonly uint _flags;

    /// <summary>Gets the operation's own tag.</summary>
    public ulong Tag => _tag;

    public int Result => _result;

    /// <summary>Gets whether the operation goes on (IORING_CQE_F_MORE).</summary>
    public bool GoesOn => (_flags & 2) != 0;

    /// <summary>Gets the buffer that the kernel chose; -1 if it chose none (IORING_CQE_F_BUFFER).</summary>
    public int Buffer => (_flags & 1) != 0 ? (int)(_flags >> 16) : -1;
}
