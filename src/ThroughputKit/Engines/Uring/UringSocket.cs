using System.Runtime.InteropServices;
using ThroughputKit.Engines.Linux;
using ThroughputKit.Engines.Loops;

namespace ThroughputKit.Engines.Uring;

/// <summary>
/// A socket whose bytes the kernel sends and receives by itself. What is sent is copied, so that the caller may go on at once; what was received waits in
/// the poller's buffers.
/// </summary>
internal sealed unsafe class UringSocket(UringPoller poller, int number) : LoopSocket, IDisposable
{
    private const int MostAtOnce = 64 * 1024;
    private const int Both = 2; // SHUT_RDWR
    private const int BrokenPipe = 32; // EPIPE

    private byte* _out;
    private int _room;
    private int _sending; // the bytes that are being sent
    private bool _waitsToSend;
    private int _sendError;
    private int _first = -1; // of the received buffers
    private int _last;
    private int _offset; // in the first
    private bool _isArmed;
    private bool _hasEnded;
    private int _receiveError;

    /// <summary>Gets the number of the present connection, by which results of an earlier one are told apart.</summary>
    public ushort Generation { get; private set; }

    /// <summary>Gets or sets which event of the last <see cref="UringPoller.Wait"/> is its own; -1 if none is.</summary>
    public int Event { get; set; } = -1;

    public override bool HasInput => _first >= 0 || _hasEnded || _receiveError != 0;

    public override int Send(ReadOnlySpan<byte> bytes)
    {
        if (_sendError != 0)
        {
            return Fail(_sendError);
        }

        if (_sending > 0)
        {
            _waitsToSend = true;
            return WouldBlock;
        }

        _sending = Math.Min(bytes.Length, MostAtOnce);
        if (_room < _sending)
        {
            _out = (byte*)NativeMemory.Realloc(_out, (nuint)_sending);
            _room = _sending;
        }

        bytes[.._sending].CopyTo(new Span<byte>(_out, _sending));
        poller.Send(this, number, Descriptor, _out, _sending);
        return _sending;
    }

    public override int Receive(Span<byte> room)
    {
        if (_first < 0)
        {
            return _receiveError != 0 ? Fail(_receiveError) : _hasEnded ? 0 : WouldBlock;
        }

        var bytes = poller.BytesOf(_first)[_offset..];
        var count = Math.Min(bytes.Length, room.Length);
        bytes[..count].CopyTo(room);
        _offset += count;
        if (count == bytes.Length)
        {
            TakeFirst();
        }

        return count;
    }

    /// <summary>Notes that something was sent, or why not.</summary>
    /// <returns>Whether the caller waits for it.</returns>
    public bool Sent(int result)
    {
        _sendError = result < 0 ? -result : result < _sending ? BrokenPipe : 0;
        _sending = 0;
        var isAwaited = _waitsToSend || _sendError != 0;
        _waitsToSend = false;
        return isAwaited;
    }

    /// <summary>Notes what was received, if anything.</summary>
    /// <returns>Whether the peer has closed its side, or the connection is broken.</returns>
    public bool Received(in Completion completion)
    {
        _isArmed = completion.GoesOn;
        if (completion.Result > 0)
        {
            var buffer = completion.Buffer;
            if (_first < 0)
            {
                (_first, _offset) = (buffer, 0);
            }
            else
            {
                poller.Link(_last, buffer);
            }

            _last = buffer;
        }
        else if (completion.Result == 0)
        {
            _hasEnded = true;
        }
        else if (completion.Result != -UringPoller.NoBuffer)
        {
            _receiveError = -completion.Result;
        }

        Arm();
        return _hasEnded || _receiveError != 0;
    }

    public void Dispose()
    {
        NativeMemory.Free(_out);
        _out = null;
    }

    protected override int Watch(bool isConnected)
    {
        (_hasEnded, _receiveError, _sendError, _sending, _waitsToSend, _isArmed) = (false, 0, 0, 0, false, false);
        if (isConnected)
        {
            Arm();
        }
        else
        {
            poller.AwaitConnect(this, number, Descriptor);
        }

        return 0;
    }

    protected override void Connected() => Arm();

    // What is under way holds the connection open, but not after this. It belongs to nobody any more.
    protected override void Closing()
    {
        _ = Libc.Shutdown(Descriptor, Both);
        Generation++;
        while (_first >= 0)
        {
            TakeFirst();
        }
    }

    private void Arm()
    {
        if (!_isArmed && !_hasEnded && _receiveError == 0)
        {
            poller.Receive(this, number, Descriptor);
            _isArmed = true;
        }
    }

    private void TakeFirst() => (_first, _offset) = (poller.GiveBack(_first, isLast: _first == _last), 0);
}
