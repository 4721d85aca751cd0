using System.Net;

namespace ThroughputKit.Engines.Loops;

/// <summary>
/// A non-blocking socket. An operation that would have to wait returns <see cref="WouldBlock"/>; the reason of a failed one is in
/// <see cref="Error"/>.
/// </summary>
internal abstract class LoopSocket
{
    public const int WouldBlock = -1;
    public const int Failed = -2;

    public abstract bool IsOpen { get; }

    /// <summary>Gets whether there is input to receive, including the end of the connection.</summary>
    public abstract bool HasInput { get; }

    /// <summary>Gets whether the peer is known to have closed its side, or the connection to be broken.</summary>
    public abstract bool IsClosed { get; }

    /// <summary>Gets whether the connection has ended in a way in which it may have lost its last bytes unnoticed.</summary>
    public virtual bool IsCut => false;

    /// <summary>Gets whether nothing of the last bytes was sent, though the system had taken them, because the connection was broken.</summary>
    public virtual bool IsUnsent => false;

    /// <summary>Gets the message of the last error.</summary>
    public abstract string Error { get; }

    /// <summary>Begins to connect.</summary>
    /// <returns>0 if the socket is connected already, <see cref="WouldBlock"/>, or <see cref="Failed"/>.</returns>
    public abstract int Connect(SocketAddress address);

    /// <summary>Goes on with a connect that had to wait.</summary>
    /// <returns>0, <see cref="WouldBlock"/> if it has to wait again, or <see cref="Failed"/>.</returns>
    public abstract int FinishConnect();

    /// <returns>The number of bytes taken, <see cref="WouldBlock"/>, or <see cref="Failed"/>.</returns>
    public abstract int Send(ReadOnlySpan<byte> bytes);

    /// <returns>The number of bytes received, 0 if the peer has closed the connection, <see cref="WouldBlock"/>, or <see cref="Failed"/>.</returns>
    public abstract int Receive(Span<byte> room);

    public abstract void Close();
}
