using System.Diagnostics;
using ThroughputKit.Pacing;
using ThroughputKit.Recording;
using ThroughputKit.Requests;
using ThroughputKit.Responses;

namespace ThroughputKit.Engines;

/// <summary>
/// One round trip on one connection: a request and its response. Contains no I/O. Every engine drives it the same way, so all
/// engines count alike. Reused for each round trip; successful requests allocate nothing.
/// </summary>
/// <remarks>
/// 1. <see cref="Begin"/> or <see cref="BeginPlanned"/>. 2. <see cref="Connected"/> if a connection had to be opened. 3. <see cref="Writing"/>,
/// <see cref="Written"/>. 4. <see cref="Received"/> until it returns true. 5. <see cref="End"/>, in any case.
/// The recorder is that of the calling thread. Times are Stopwatch ticks.
/// </remarks>
internal sealed class Exchange
{
    /// <summary>How the evidence of a timeout ends if the response is one that goes on and on.</summary>
    public const string KeptComing = "the response had begun and kept coming";

    /// <summary>How it ends if the response is a stream of server-sent events.</summary>
    public const string EventStream = "the response is a stream of server-sent events (text/event-stream)";

    // A response that came in fewer pieces, or paused for a larger share of its time, may just hang.
    private const int MinPieces = 3;
    private const double MaxSilence = 0.25;

    private readonly ResponseReader _reader = new();
    private readonly Func<string> _captured;
    private LoadPhase? _phase;
    private EncodedRequest? _request;
    private int _index;
    private long _sentAt;
    private int _pieces;
    private long _lastPieceAt;
    private bool _isAnswered;
    private bool _reused;
    private bool _isServed;
    private bool _isPlanned;
    private FailureKind _stage;
    private string? _error;

    /// <summary>Creates an exchange. Those of the same thread may share a receive array.</summary>
    public Exchange(byte[]? shared = null)
    {
        Buffer = new ReceiveBuffer(shared);
        _captured = _reader.Capture.ToString;
    }

    public ReceiveBuffer Buffer { get; }

    /// <summary>Gets the bytes to write.</summary>
    public ReadOnlyMemory<byte> Bytes => _request!.Bytes;

    /// <summary>Begins a request. Returns false when the phase begins no more requests.</summary>
    public bool Begin(LoadPhase phase, Recorder recorder, ref RequestShare share, long now)
    {
        if (!phase.TryNext(ref share, now, out var index))
        {
            return false;
        }

        recorder.Begin(index);
        MakeReady(phase, index, now, isPlanned: false);
        return true;
    }

    /// <summary>Begins a request of a set rate. Its latency counts from its due time.</summary>
    public void BeginPlanned(LoadPhase phase, Recorder recorder, int index, long due, long now)
    {
        recorder.BeginPlanned(index, Clock.ToNanoseconds(now - due));
        MakeReady(phase, index, due, isPlanned: true);
    }

    /// <summary>Records that a new connection was opened. In a closed loop, latency counts from now.</summary>
    public void Connected(Recorder recorder, long now)
    {
        _reused = false;
        recorder.ConnectionsOpened++;
        _sentAt = _isPlanned ? _sentAt : now;
    }

    public void Writing() => _stage = FailureKind.Write;

    public void Written(Recorder recorder)
    {
        _stage = FailureKind.Read;
        recorder.BytesSent += Bytes.Length;
    }

    /// <summary>
    /// Takes bytes that were put into <see cref="Buffer"/>; 0 means that the peer has closed. Returns true when the exchange is over. Also takes what the
    /// server sent before it closed, after a write has failed.
    /// </summary>
    public bool Received(Recorder recorder, int bytes, long now, bool overdue)
    {
        recorder.BytesReceived += bytes;
        (_pieces, _lastPieceAt) = (_pieces + 1, now);
        if (bytes == 0)
        {
            return !_reader.End() ? Fail(_reader.Error!) : overdue || TakeAnswer(recorder, now);
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

    /// <summary>Records that the transport failed. The first failure is the cause of any later one. Returns true, because the exchange is over.</summary>
    public bool Fail(string error) => Fail(_stage, _error ?? error);

    /// <summary>Returns whether the connection began requests in this phase, but got no response to any of them.</summary>
    public bool IsUnserved(LoadPhase phase) => _phase == phase && !_isServed;

    /// <summary>Records how the exchange ended: overdue if its time was up or the phase was aborted. Returns how the connection continues.</summary>
    public AfterExchange End(Recorder recorder, bool overdue)
    {
        if (_isAnswered)
        {
            _reused = true;
            return _reader.KeepsAlive && _stage != FailureKind.Write && !overdue ? AfterExchange.KeepOpen : AfterExchange.Close;
        }

        if (_phase!.IsAborted)
        {
            recorder.Abandon(_index);
            return AfterExchange.Close;
        }

        if (overdue)
        {
            Record(recorder, FailureKind.Timeout, $"no complete response in time; {WhereItStood()}");
            return AfterExchange.Close;
        }

        if (_stage == FailureKind.Malformed)
        {
            Record(recorder, _stage, _error!, _captured);
            return AfterExchange.Close;
        }

        var closedWhileReusing = _reused && !_reader.HasBegun && _stage != FailureKind.Connect;
        Record(recorder, closedWhileReusing ? FailureKind.ClosedWhileReusing : _stage, _error!);
        return AfterExchange.CloseAndBackOff;
    }

    private void MakeReady(LoadPhase phase, int index, long at, bool isPlanned)
    {
        _isServed &= phase == _phase;
        (_phase, _index, _sentAt, _isPlanned, _isAnswered, _stage, _error, _pieces) = (phase, index, at, isPlanned, false, FailureKind.Connect, null, 0);
        Buffer.Clear();
        _request = phase.RequestAt(index);
        _reader.Begin(_request.IsHead, _request.Expected, phase.Evidence.WantsResponse(index));
    }

    // Returns true, because the exchange is over.
    private bool TakeAnswer(Recorder recorder, long now)
    {
        // A response to a request that was not written whole can only refuse it: nothing has done its work.
        if (_stage == FailureKind.Write && _request!.Expected.Has(_reader.Status))
        {
            return Fail(FailureKind.Write, $"the server answered {_reader.Status} and closed the connection before it had the whole request");
        }

        _isAnswered = _isServed = true;
        _phase!.RecordComplete(recorder, _index, _reader.Status, _reader.Body, _sentAt, now, _captured);
        return true;
    }

    private void Record(Recorder recorder, FailureKind kind, string detail, Func<string>? response = null) =>
        _phase!.RecordFailure(recorder, _index, kind, _sentAt, detail, response);

    private bool Fail(FailureKind stage, string error)
    {
        (_stage, _error) = (stage, error);
        return true;
    }

    private string WhereItStood() => _stage switch
    {
        FailureKind.Connect => "the connection was still being opened",
        FailureKind.Write => "the request was still being written",
        _ when !_reader.HasBegun => "the request was written, but no byte of a response arrived",
        _ when _reader.IsEventStream => EventStream,
        _ => KeepsComing(Stopwatch.GetTimestamp()) ? KeptComing : "the response had begun",
    };

    private bool KeepsComing(long now) => _pieces >= MinPieces && now - _lastPieceAt <= MaxSilence * (now - _sentAt);
}
