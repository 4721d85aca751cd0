using ThroughputKit.Engines.Linux;
using ThroughputKit.Engines.Loops;

namespace ThroughputKit.Engines.Uring;

/// <summary>
/// A socket whose bytes the kernel sends and receives by itself. What is sent is copied, so that the caller may go on at once. What was received waits in a
/// buffer; until it has been read no more is received, so that no peer can take all buffers.
/// </summary>
internal sealed unsafe class UringSocket(Ring ring, RingBuffers buffers, int number) : PlainSocket
{
    private const int Small = 16 * 1024; // the socket has room for that, unless the peer doesn't read
    private const int Ended = -1;
    private const int BrokenPipe = 32; // EPIPE
    private const int NoBuffer = -105; // ENOBUFS

    private byte[] _out = [];
    private int _length; // of what is being sent
    private bool _isSending; // or waits until it can
    private bool _isAwaited;
    private int _sendError;
    private bool _isUnsent;
    private int _buffer = -1; // with what was received, from _start to _end
    private int _start;
    private int _end;
    private int _over; // 0, Ended, or the error that ended what comes
    private bool _isReceiving;
    private bool _mayHaveMore; // beyond the buffer
    private ushort _generation; // tells the present connection from earlier ones

    public override bool HasInput => _buffer >= 0 || _over != 0;

    // The end may have come with the last bytes.
    public override bool IsClosed
    {
        get
        {
            if (_mayHaveMore && _over == 0)
            {
                byte next;
                var peeked = ReceiveNow(new Span<byte>(&next, 1), Libc.Peek);
                (_mayHaveMore, _over) = (peeked > 0, peeked is 0 or Failed ? Ended : 0);
            }

            return _over != 0;
        }
    }

    public override bool IsUnsent => _isUnsent;

    public override int Send(ReadOnlySpan<byte> bytes)
    {
        if (_sendError != 0)
        {
            return Fail(_over > 0 ? _over : _sendError);
        }

        if (_isSending)
        {
            _isAwaited = true;
            return WouldBlock;
        }

        var sent = bytes.Length <= Small ? SendSoon(bytes) : SendNow(bytes);
        if (sent == WouldBlock)
        {
            AwaitRoom();
        }

        _sendError = sent == Failed ? BrokenPipe : 0;
        return sent == Failed && _over > 0 ? Fail(_over) : sent; // the kernel tells the reason only once, to what fails first
    }

    public override int Receive(Span<byte> room)
    {
        if (_buffer >= 0)
        {
            var count = Math.Min(_end - _start, room.Length);
            buffers[_buffer].Slice(_start, count).CopyTo(room);
            _start += count;
            if (_start == _end)
            {
                FreeBuffer();
                Arm();
            }

            return count;
        }

        if (_mayHaveMore)
        {
            var received = ReceiveNow(room, 0); // before what was begun, which is handed over later
            _mayHaveMore = received > 0;
            if (received != WouldBlock)
            {
                return received;
            }
        }

        return _over == 0 ? WouldBlock : _over > 0 && _sendError == 0 ? Fail(_over) : 0;
    }

    /// <summary>Notes what became of an operation.</summary>
    /// <returns>Whether it is an event for the caller.</returns>
    public bool Take(in Completion completion)
    {
        var isCurrent = completion.Generation == _generation;
        if (completion.Buffer >= 0 && !(isCurrent && completion.Result > 0))
        {
            buffers.GiveBack(completion.Buffer);
        }

        return isCurrent && (completion.Operation == RingEntry.Receive ? Received(completion) : Sent(completion));
    }

    protected override int Watch(bool isConnected)
    {
        (_over, _sendError, _isUnsent, _isSending, _isReceiving, _mayHaveMore) = (0, 0, false, false, false, false);
        if (isConnected)
        {
            Arm();
        }
        else
        {
            AwaitRoom();
        }

        return 0;
    }

    protected override void Connected() => Arm();

    // What is under way holds the connection open, but not after this. It belongs to nobody any more.
    protected override void Closing()
    {
        ring.Forget(Descriptor);
        if (_isReceiving || _isSending)
        {
            _ = Libc.Shutdown(Descriptor, Libc.BothSides);
        }

        _generation++;
        if (_buffer >= 0)
        {
            FreeBuffer();
        }
    }

    private int SendSoon(ReadOnlySpan<byte> bytes)
    {
        if (_out.Length < bytes.Length)
        {
            _out = GC.AllocateUninitializedArray<byte>(bytes.Length, pinned: true);
        }

        bytes.CopyTo(_out);
        var entry = ring.Begin(RingEntry.Send, Descriptor, number, _generation);
        fixed (byte* first = _out)
        {
            (entry->Address, entry->Length, entry->OperationFlags) = ((nint)first, (uint)bytes.Length, Libc.NoSignal | Libc.WaitAll);
        }

        (_length, _isSending) = (bytes.Length, true);
        ring.Quick++;
        return bytes.Length;
    }

    private void AwaitRoom()
    {
        const uint Writable = 4; // POLLOUT
        ring.Begin(RingEntry.Poll, Descriptor, number, _generation)->OperationFlags = Writable;
        (_isSending, _isAwaited) = (true, true);
    }

    private bool Sent(in Completion completion)
    {
        if (completion.Operation == RingEntry.Send && completion.Result != _length)
        {
            _isUnsent = completion.Result < 0;
            _sendError = _isUnsent ? -completion.Result : BrokenPipe;
        }

        var isEvent = _isAwaited || _sendError != 0;
        (_isSending, _isAwaited) = (false, false);
        return isEvent;
    }

    private bool Received(in Completion completion)
    {
        _isReceiving = false;
        if (completion.Result == NoBuffer)
        {
            Arm(); // handed over after others have been read
            return false;
        }

        (_buffer, _start, _end, _mayHaveMore) = (completion.Result > 0 ? completion.Buffer : -1, 0, completion.Result, completion.HasMore);
        _over = completion.Result > 0 ? 0 : completion.Result == 0 ? Ended : -completion.Result;
        return true;
    }

    private void Arm()
    {
        const byte SelectsBuffer = 1 << 5; // IOSQE_BUFFER_SELECT
        const ushort WaitsFirst = 1; // IORING_RECVSEND_POLL_FIRST
        if (!_isReceiving && _over == 0)
        {
            var entry = ring.Begin(RingEntry.Receive, Descriptor, number, _generation);
            (entry->Flags, entry->Priority, entry->BufferGroup) = (SelectsBuffer, WaitsFirst, RingBuffers.Group);
            _isReceiving = true;
        }
    }

    private void FreeBuffer()
    {
        buffers.GiveBack(_buffer);
        _buffer = -1;
    }
}
