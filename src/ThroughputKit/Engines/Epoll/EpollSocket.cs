using System.Net;
using System.Runtime.InteropServices;
using ThroughputKit.Engines.Linux;

namespace ThroughputKit.Engines.Epoll;

/// <summary>
/// A non-blocking socket. An operation that would have to wait returns <see cref="WouldBlock"/>; the reason of a failed one is in
/// <see cref="Error"/>.
/// </summary>
internal sealed unsafe class EpollSocket(Poller poller, int number)
{
    public const int WouldBlock = -1;
    public const int Failed = -2;

    private int _descriptor = -1;
    private int _error;

    public bool IsOpen => _descriptor >= 0;

    /// <summary>Gets whether there is input to receive, including the end of the connection.</summary>
    public bool HasInput
    {
        get
        {
            byte first;
            return Result(Libc.Receive(_descriptor, &first, 1, Libc.Peek)) != WouldBlock;
        }
    }

    /// <summary>Gets the system's message for the last error.</summary>
    public string Error => Marshal.GetPInvokeErrorMessage(_error);

    /// <summary>Begins to connect.</summary>
    /// <returns>0 if the socket is connected already, <see cref="WouldBlock"/>, or <see cref="Failed"/>.</returns>
    public int Connect(SocketAddress address)
    {
        _descriptor = Libc.Socket(
            (int)address.Family switch { 23 => 10, var family => family }, Libc.StreamSocket | Libc.NonBlocking | Libc.CloseOnExec, Libc.Tcp);
        if (_descriptor < 0)
        {
            return Fail();
        }

        if (DescriptorReserve.Holds(_descriptor))
        {
            _error = DescriptorReserve.Error;
            return Failed;
        }

        var on = 1;
        _ = Libc.SetOption(_descriptor, Libc.Tcp, Libc.TcpNoDelay, &on, sizeof(int));
        fixed (byte* bytes = address.Buffer.Span)
        {
            if (Libc.Connect(_descriptor, bytes, address.Size) == 0)
            {
                return Watch(0);
            }
        }

        return Marshal.GetLastPInvokeError() is Libc.InProgress ? Watch(WouldBlock) : Fail();
    }

    /// <summary>Gets the result of a connect that had to wait.</summary>
    /// <returns>0 or <see cref="Failed"/>.</returns>
    public int FinishConnect()
    {
        var (error, size) = (0, sizeof(int));
        if (Libc.GetOption(_descriptor, Libc.SocketLevel, Libc.SocketError, &error, &size) < 0)
        {
            return Fail();
        }

        _error = error;
        return error == 0 ? 0 : Failed;
    }

    public int Send(ReadOnlySpan<byte> bytes)
    {
        fixed (byte* first = bytes)
        {
            return Result(Libc.Send(_descriptor, first, bytes.Length, Libc.NoSignal));
        }
    }

    /// <returns>The number of bytes received, 0 if the peer has closed the connection, <see cref="WouldBlock"/>, or <see cref="Failed"/>.</returns>
    public int Receive(Span<byte> room)
    {
        fixed (byte* first = room)
        {
            return Result(Libc.Receive(_descriptor, first, room.Length, 0));
        }
    }

    public void Close()
    {
        if (_descriptor >= 0)
        {
            _ = Libc.Close(_descriptor);
            _descriptor = -1;
        }
    }

    private int Watch(int result)
    {
        _error = poller.Add(_descriptor, number);
        return _error == 0 ? result : Failed;
    }

    private int Result(nint count)
    {
        if (count >= 0)
        {
            return (int)count;
        }

        return Marshal.GetLastPInvokeError() is Libc.WouldBlock ? WouldBlock : Fail();
    }

    private int Fail()
    {
        _error = Marshal.GetLastPInvokeError();
        return Failed;
    }
}
