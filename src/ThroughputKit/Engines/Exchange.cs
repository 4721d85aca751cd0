using ThroughputKit.Recording;
using ThroughputKit.Responses;
using ThroughputKit.Traffic;

namespace ThroughputKit.Engines;

/// <summary>
/// One round trip of HTTP/1.1 on one connection: a request and its response. Contains no I/O. Every engine drives it the same way. Reused for each round
/// trip; successful requests allocate nothing.
/// </summary>
/// <remarks>
/// 1. <see cref="Begin"/>. 2. <see cref="Connected"/> if a connection had to be opened. 3. <see cref="Writing"/>,
/// <see cref="Written"/>. 4. <see cref="Received"/> until it returns true. 5. <see cref="End"/>, in any case.
/// The recorder is that of the calling thread. Times are Stopwatch ticks.
/// </remarks>
internal sealed class Exchange
{
    private const int FirstOfErrors = 400;

    private readonly RequestAccount _account;
    private readonly ResponseReader _reader = new();
    private readonly Func<string> _captured;
    private ResponseProgress _progress;
    private readonly int? _perConnection;
    private long _answered; // requests of the connection

    /// <summary>Creates an exchange for the requests of a sender. Those of the same thread may share a receive array.</summary>
    /// <param name="sender">Decides which requests these are.</param>
    /// <param name="shared">The shared receive array; <see langword="null"/> for one of its own.</param>
    /// <param name="perConnection">The number of requests after which a connection is closed; <see langword="null"/> to keep it open.</param>
    public Exchange(Sender sender, byte[]? shared = null, int? perConnection = null)
    {
        _account = new RequestAccount(sender);
        _perConnection = perConnection;
        Buffer = new ReceiveBuffer(shared);
        _captured = _reader.Capture.ToString;
    }

    public ReceiveBuffer Buffer { get; }

    /// <summary>Gets the bytes to write.</summary>
    public ReadOnlyMemory<byte> Bytes => _account.Bytes;

    /// <inheritdoc cref="RequestAccount.Begin"/>
    public void Begin(LoadPhase phase, Recorder recorder, long now)
    {
        _account.Begin(phase, recorder, now);
        _progress = default;
        Buffer.Clear();
        var request = _account.Request;
        _reader.Begin(request.IsHead, request.Expected, _account.IsKept, _account.WantsResponse);
    }

    /// <summary>Records that a new connection was opened. In a closed loop, latency counts from now.</summary>
    public void Connected(Recorder recorder, long now)
    {
        _answered = 0;
        _account.Connected(recorder, now);
    }

    public void Writing() => _account.Writing();

    public void Written(Recorder recorder) => _account.Written(recorder, Bytes.Length);

    /// <inheritdoc cref="RequestAccount.Unsent"/>
    public void Unsent(Recorder recorder) => _account.Unsent(recorder);

    /// <summary>
    /// Takes bytes that were put into <see cref="Buffer"/>; 0 means that the peer has closed. Returns true when the exchange is over. Also takes what the
    /// server sent before it closed, after a write has failed. A connection that was cut may have lost what the server sent last.
    /// </summary>
    public bool Received(Recorder recorder, int bytes, long now, bool overdue, bool isCut = false)
    {
        _account.Received(recorder, bytes);
        _progress.Add(now);
        if (bytes == 0)
        {
            return !_reader.End() ? Fail(_reader.Error!)
                : isCut ? Fail("the connection was closed without the end of TLS (close_notify), so the response may have been cut short")
                : overdue || TakeAnswer(recorder, now);
        }

        Buffer.Add(bytes);
        var state = _reader.Read(Buffer.Unread, out var consumed);
        Buffer.Consume(consumed);
        switch (state)
        {
            case ReadState.NeedMore:
                Buffer.Keep();
                return false;
            case ReadState.Malformed:
                return Fail(FailureKind.Malformed, _reader.Error!);
            default:
                return Buffer.Unread.IsEmpty
                    ? overdue || TakeAnswer(recorder, now)
                    : Fail(FailureKind.Malformed, $"{Buffer.Unread.Length} bytes came after the end of the response");
        }
    }

    /// <summary>Notes that the transport failed. The first failure is the cause of any later one. Returns true, because the exchange is over.</summary>
    public bool Fail(string error) => Fail(_account.Stage, _account.Error ?? error);

    /// <summary>Returns whether the connection began requests in this phase, but got no response to any of them.</summary>
    public bool IsUnserved(LoadPhase phase) => _account.IsUnserved(phase);

    /// <summary>Records how the exchange ended: overdue if its time was up or the phase was aborted.</summary>
    public Ending End(Recorder recorder, bool overdue)
    {
        if (_account.IsAnswered)
        {
            _answered++;
            return _reader.KeepsAlive && _account.Stage != FailureKind.Write && !overdue && !(_answered >= _perConnection) ? Ending.Answered
                : Ending.AnsweredLast;
        }

        if (_account.IsAborted)
        {
            _account.Abandoned(recorder);
            return Ending.Unanswered;
        }

        if (overdue)
        {
            _account.Failed(recorder, FailureKind.Timeout, $"no complete response in time; {WhereItStood()}");
            return Ending.Unanswered;
        }

        if (_account.Stage == FailureKind.Malformed)
        {
            _account.Failed(recorder, FailureKind.Malformed, _account.Error!, _captured);
            return Ending.Unanswered;
        }

        var closedWhileReusing = _answered > 0 && !_reader.HasBegun && _account.Stage != FailureKind.Connect;
        _account.Failed(recorder, closedWhileReusing ? FailureKind.ClosedWhileReusing : _account.Stage, _account.Error!);
        return Ending.Broken;
    }

    // Returns true, because the exchange is over.
    private bool TakeAnswer(Recorder recorder, long now)
    {
        // A response to a request that was not written whole can only refuse it, as 413 does: nothing has done its work.
        if (_account.Stage == FailureKind.Write && _reader.Status < FirstOfErrors && _account.Request.Expected.Has(_reader.Status))
        {
            return Fail(FailureKind.Write, $"the server answered {_reader.Status} and closed the connection before it had the whole request");
        }

        _account.Answered(recorder, _reader.Status, _reader.Body, _reader.Kept, now, _captured);
        return true;
    }

    private bool Fail(FailureKind stage, string error)
    {
        _account.Fail(stage, error);
        return true;
    }

    private string WhereItStood() => _account.Stage switch
    {
        FailureKind.Connect => "the connection was still being opened",
        FailureKind.Write => "the request was still being written",
        _ when !_reader.HasBegun => "the request was written, but no byte of a response arrived",
        _ => _progress.Describe(_account.SentAt, _reader.IsEventStream),
    };
}
