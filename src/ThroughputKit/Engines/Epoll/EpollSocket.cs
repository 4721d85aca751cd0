using ThroughputKit.Engines.Linux;
using ThroughputKit.Engines.Loops;

namespace ThroughputKit.Engines.Epoll;

/// <summary>A socket whose readiness epoll tells.</summary>
internal sealed unsafe class EpollSocket(Poller poller, int number) : PlainSocket
{
    private bool _isClosed;

    public override bool HasInput
    {
        get
        {
            byte first;
            return ReceiveNow(new Span<byte>(&first, 1), Libc.Peek) != WouldBlock;
        }
    }

    public override bool IsClosed => _isClosed;

    /// <summary>Notes that the peer has closed its side, or the connection is broken.</summary>
    public void Closed() => _isClosed = true;

    public override int Send(ReadOnlySpan<byte> bytes) => SendNow(bytes);

    public override int Receive(Span<byte> room) => ReceiveNow(room, 0);

    protected override int Watch(bool isConnected)
    {
        _isClosed = false;
        return poller.Add(Descriptor, number);
    }

    protected override void Connected()
    {
        // it is watched already
    }

    protected override void Closing()
    {
        // epoll forgets what is closed
    }
}
