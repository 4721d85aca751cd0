namespace ThroughputKit.Engines.Sockets;

/// <summary>Carries the bytes of one request after another, and those of the responses. Disposing of it on any thread ends what is under way.</summary>
internal abstract class Transport : IDisposable
{
    /// <summary>Gets whether the peer has closed the connection or has sent unrequested bytes. Valid only between requests.</summary>
    public abstract bool IsClosedByPeer { get; }

    /// <summary>Gets whether a connection that is broken tells that nothing of a request was sent.</summary>
    public virtual bool TellsUnsent => false;

    /// <summary>Gets whether <see cref="IsClosedByPeer"/> matters before each request, not only after a pause.</summary>
    public virtual bool MustAsk => false;

    public abstract Task ConnectAsync();

    public abstract ValueTask<int> SendAsync(ReadOnlyMemory<byte> bytes);

    /// <summary>Waits until a response has begun, or the connection is closed, if that is cheaper than to receive. Valid only before its first byte.</summary>
    public virtual ValueTask<int> WaitForInputAsync() => default;

    public abstract ValueTask<int> ReceiveAsync(Memory<byte> room);

    /// <summary>Returns how many connections it has opened by itself since the last call.</summary>
    public virtual int TakeOpened() => 0;

    public abstract void Dispose();
}
