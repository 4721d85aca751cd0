using System.Diagnostics;
using System.Net;
using System.Runtime.InteropServices;
using ThroughputKit.Engines.Loops;
using ThroughputKit.Pacing;
using ThroughputKit.Recording;

namespace ThroughputKit.Engines.Tls;

/// <summary>
/// TLS on top of another socket, which passes what OpenSSL reads from and writes to memory. The handshake belongs to connecting. What TLS itself sends between
/// requests, such as tickets and new keys, is no input.
/// </summary>
/// <param name="socket">The other socket.</param>
/// <param name="context">What the connections of the thread have in common.</param>
/// <param name="encrypted">Room for what passes, shared by the connections of the thread.</param>
/// <param name="handshakes">Takes the durations of handshakes.</param>
internal sealed unsafe class TlsSocket(LoopSocket socket, TlsContext context, byte[] encrypted, Handshakes handshakes) : LoopSocket
{
    private const int RecordSize = 16 * 1024;

    private nint _tls;
    private nint _input;
    private nint _output;
    private long _begun;
    private bool _isCut;
    private string? _error;

    public override bool IsOpen => socket.IsOpen;

    public override bool HasInput => Receive(encrypted) != WouldBlock;

    // What has been received already, or the end, may have come with the last bytes.
    public override bool IsClosed
    {
        get
        {
            byte next;
            return socket.IsClosed || (HasUnread && Read(new Span<byte>(&next, 1), isPeek: true) != WouldBlock);
        }
    }

    public override bool IsCut => _isCut;

    public override bool IsUnsent => socket.IsUnsent;

    public override string Error => _error ?? socket.Error;

    private bool HasUnread => _tls != 0 && (OpenSsl.LengthOf(_input) > 0 || OpenSsl.HasPending(_tls) > 0);

    public override int Connect(SocketAddress address)
    {
        (_isCut, _error) = (false, null);
        return socket.Connect(address) is < 0 and var result ? result : Begin();
    }

    public override int FinishConnect() => _tls != 0 ? Handshake() : socket.FinishConnect() is < 0 and var result ? result : Begin();

    public override int Send(ReadOnlySpan<byte> bytes)
    {
        if (Flush() is < 0 and var result)
        {
            return result;
        }

        OpenSsl.ClearErrors();
        int taken;
        fixed (byte* first = bytes)
        {
            taken = OpenSsl.Write(_tls, first, Math.Min(bytes.Length, RecordSize));
        }

        return taken <= 0 ? Fail() : Flush() == Failed ? Failed : taken;
    }

    public override int Receive(Span<byte> room)
    {
        var read = HasUnread ? Read(room) : WouldBlock;
        while (read == WouldBlock)
        {
            var taken = Take();
            if (taken <= 0)
            {
                _isCut = taken == 0;
                _ = Flush(); // what OpenSSL has answered by itself, or has not been sent yet
                return taken;
            }

            read = Read(room);
        }

        return read;
    }

    public override void Close()
    {
        if (_tls != 0)
        {
            OpenSsl.Free(_tls);
            _tls = 0;
        }

        socket.Close();
    }

    private int Begin()
    {
        (_tls, _input, _output) = context.Create();
        _begun = Stopwatch.GetTimestamp();
        return Handshake();
    }

    private int Handshake()
    {
        while (true)
        {
            OpenSsl.ClearErrors();
            var result = OpenSsl.Handshake(_tls);
            if (result == 1)
            {
                return Accept(); // what is left to send goes with the first request
            }

            if (OpenSsl.ErrorOf(_tls, result) != OpenSsl.WantsRead)
            {
                _error = $"the TLS handshake failed: {OpenSsl.Reason()}";
                _ = Flush(); // tells the peer
                return Failed;
            }

            if (Flush() == Failed)
            {
                return Failed;
            }

            var taken = Take();
            if (taken <= 0)
            {
                _error = taken == 0 ? "the connection was closed within the TLS handshake" : null;
                return taken == 0 ? Failed : taken;
            }
        }
    }

    private int Accept()
    {
        handshakes.Add(Clock.ToNanoseconds(Stopwatch.GetTimestamp() - _begun));
        _error = context.WhyNot(_tls);
        return _error is null ? 0 : Failed;
    }

    private int Read(Span<byte> room, bool isPeek = false)
    {
        OpenSsl.ClearErrors();
        fixed (byte* first = room)
        {
            var read = isPeek ? OpenSsl.Peek(_tls, first, room.Length) : OpenSsl.Read(_tls, first, room.Length);
            return read > 0 ? read : OpenSsl.ErrorOf(_tls, read) switch
            {
                OpenSsl.WantsRead => WouldBlock,
                OpenSsl.Ended => 0,
                _ => Fail(),
            };
        }
    }

    // Takes what the peer has sent.
    private int Take()
    {
        var received = socket.Receive(encrypted);
        if (received > 0)
        {
            _ = OpenSsl.Put(_input, Encrypted, received);
        }

        return received;
    }

    // Sends what OpenSSL has written. Returns 0 once nothing is left.
    private int Flush()
    {
        byte* first;
        while ((int)OpenSsl.BufferControl(_output, OpenSsl.Content, 0, &first) is > 0 and var length)
        {
            var sent = socket.Send(new ReadOnlySpan<byte>(first, Math.Min(length, encrypted.Length)));
            if (sent < 0)
            {
                return sent;
            }

            _ = OpenSsl.Take(_output, Encrypted, sent);
        }

        return 0;
    }

    private byte* Encrypted => (byte*)Marshal.UnsafeAddrOfPinnedArrayElement(encrypted, 0);

    private int Fail()
    {
        _error = $"TLS failed: {OpenSsl.Reason()}";
        return Failed;
    }
}
