using System.Net;
using System.Runtime.InteropServices;
using ThroughputKit.Engines.Linux;

namespace ThroughputKit.Engines.Loops;

/// <summary>
/// A non-blocking socket. An operation that would have to wait returns <see cref="WouldBlock"/>; the reason of a failed one is in
/// <see cref="Error"/>.
/// </summary>
internal abstract unsafe class LoopSocket
{
    public const int WouldBlock = -1;
    public const int Failed = -2;

    private int _error;

    public bool IsOpen => Descriptor >= 0;

    /// <summary>Gets whether there is input to receive, including the end of the connection.</summary>
    public abstract bool HasInput { get; }

    /// <summary>Gets whether the peer is known to have closed its side, or the connection to be broken.</summary>
    public abstract bool IsClosed { get; }

    /// <summary>Gets whether nothing of the last bytes was sent, though the system had taken them, because the connection was broken.</summary>
    public virtual bool IsUnsent => false;

    /// <summary>Gets the system's message for the last error.</summary>
    public string Error => Marshal.GetPInvokeErrorMessage(_error);

    protected int Descriptor { get; private set; } = -1;

    /// <summary>Begins to connect.</summary>
    /// <returns>0 if the socket is connected already, <see cref="WouldBlock"/>, or <see cref="Failed"/>.</returns>
    public int Connect(SocketAddress address)
    {
        Descriptor = Libc.Socket(
            (int)address.Family switch { 23 => 10, var family => family }, Libc.StreamSocket | Libc.NonBlocking | Libc.CloseOnExec, Libc.Tcp);
        if (Descriptor < 0)
        {
            return Fail();
        }

        if (DescriptorReserve.Holds(Descriptor))
        {
            return Fail(DescriptorReserve.Error);
        }

        var on = 1;
        _ = Libc.SetOption(Descriptor, Libc.Tcp, Libc.TcpNoDelay, &on, sizeof(int));
        fixed (byte* bytes = address.Buffer.Span)
        {
            var isConnected = Libc.Connect(Descriptor, bytes, address.Size) == 0;
            if (!isConnected && Marshal.GetLastPInvokeError() is not Libc.InProgress)
            {
                return Fail();
            }

            return Watch(isConnected) is > 0 and var error ? Fail(error) : isConnected ? 0 : WouldBlock;
        }
    }

    /// <summary>Gets the result of a connect that had to wait.</summary>
    /// <returns>0 or <see cref="Failed"/>.</returns>
    public int FinishConnect()
    {
        var (error, size) = (0, sizeof(int));
        if (Libc.GetOption(Descriptor, Libc.SocketLevel, Libc.SocketError, &error, &size) < 0)
        {
            return Fail();
        }

        if (error != 0)
        {
            return Fail(error);
        }

        Connected();
        return 0;
    }

    /// <returns>The number of bytes taken, <see cref="WouldBlock"/>, or <see cref="Failed"/>.</returns>
    public abstract int Send(ReadOnlySpan<byte> bytes);

    /// <returns>The number of bytes received, 0 if the peer has closed the connection, <see cref="WouldBlock"/>, or <see cref="Failed"/>.</returns>
    public abstract int Receive(Span<byte> room);

    public void Close()
    {
        if (IsOpen)
        {
            Closing();
            _ = Libc.Close(Descriptor);
            Descriptor = -1;
        }
    }

    /// <summary>Begins to tell the poller's caller of events.</summary>
    /// <returns>0, or the system's error code.</returns>
    protected abstract int Watch(bool isConnected);

    /// <summary>Called after a connect that had to wait.</summary>
    protected abstract void Connected();

    protected abstract void Closing();

    /// <summary>Sends what the system takes at once.</summary>
    protected int SendNow(ReadOnlySpan<byte> bytes)
    {
        fixed (byte* first = bytes)
        {
            return Result(Libc.Send(Descriptor, first, bytes.Length, Libc.NoSignal));
        }
    }

    /// <summary>Receives what there is already.</summary>
    protected int ReceiveNow(Span<byte> room, int flags)
    {
        fixed (byte* first = room)
        {
            return Result(Libc.Receive(Descriptor, first, room.Length, flags));
        }
    }

    protected int Fail(int error)
    {
        _error = error;
        return Failed;
    }

    protected int Fail() => Fail(Marshal.GetLastPInvokeError());

    private int Result(nint count) => count >= 0 ? (int)count : Marshal.GetLastPInvokeError() is Libc.WouldBlock ? WouldBlock : Fail();
}
