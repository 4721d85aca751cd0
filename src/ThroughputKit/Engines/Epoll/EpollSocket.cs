using System.Runtime.InteropServices;
using ThroughputKit.Engines.Linux;
using ThroughputKit.Engines.Loops;

namespace ThroughputKit.Engines.Epoll;

/// <summary>A socket whose readiness epoll tells.</summary>
internal sealed unsafe class EpollSocket(Poller poller, int number) : LoopSocket
{
    public override bool HasInput
    {
        get
        {
            byte first;
            return Result(Libc.Receive(Descriptor, &first, 1, Libc.Peek)) != WouldBlock;
        }
    }

    public override int Send(ReadOnlySpan<byte> bytes)
    {
        fixed (byte* first = bytes)
        {
            return Result(Libc.Send(Descriptor, first, bytes.Length, Libc.NoSignal));
        }
    }

    public override int Receive(Span<byte> room)
    {
        fixed (byte* first = room)
        {
            return Result(Libc.Receive(Descriptor, first, room.Length, 0));
        }
    }

    protected override int Watch(bool isConnected) => poller.Add(Descriptor, number);

    protected override void Connected()
    {
        // it is watched already
    }

    protected override void Closing()
    {
        // epoll forgets what is closed
    }

    private int Result(nint count) => count >= 0 ? (int)count : Marshal.GetLastPInvokeError() is Libc.WouldBlock ? WouldBlock : Fail();
}
