using System.Net;
using System.Runtime.InteropServices;
using ThroughputKit.Engines.Linux;

namespace ThroughputKit.Engines.Loops;

/// <summary>A socket of the system's, whose bytes are sent as they are.</summary>
internal abstract unsafe class PlainSocket : LoopSocket
{
    private int _error;

    public override bool IsOpen => Descriptor >= 0;

    /// <summary>Gets the system's message for the last error.</summary>
    public override string Error => Marshal.GetPInvokeErrorMessage(_error);

    protected int Descriptor { get; private set; } = -1;

    public override int Connect(SocketAddress address)
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

    public override int FinishConnect()
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

    public override void Close()
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
