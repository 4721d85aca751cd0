using System.Diagnostics;
using ThroughputKit.Pacing;
using ThroughputKit.Recording;
using ThroughputKit.Responses;

namespace ThroughputKit.Engines;

/// <summary>
/// One round trip on one connection: one request and its response, or as many as are pipelined. Contains no I/O. Every engine
/// drives it the same way, so all engines count alike. Reused for each round trip; successful requests allocate nothing.
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
    private const int FewestPieces = 3;
    private const double MostSilence = 0.25;

    private readonly ResponseReader _reader;
    private readonly Func<string> _captured;
    private readonly bool[] _succeeds;
    private readonly Sent[] _sent;
    private readonly WriteBatch _batch = new();
    private LoadPhase? _phase;
    private int _count;
    private int _answered;
    private int _pieces;
    private long _lastPieceAt;
    private bool _reused;
    private bool _hasSent;
    private bool _isServed;
    private bool _isPlanned;
    private FailureKind _stage;
    private string? _error;

    /// <summary>Creates an exchange of <paramref name="depth"/> requests at a time. Exchanges of the same thread may share a receive array.</summary>
    public Exchange(bool[] succeeds, int depth, byte[]? shared = null)
    {
        Buffer = new ReceiveBuffer(shared);
        _succeeds = succeeds;
        _reader = new ResponseReader(succeeds);
        _captured = _reader.Capture.ToString;
        _sent = new Sent[depth];
    }

    public ReceiveBuffer Buffer { get; }

    /// <summary>Gets the bytes to write.</summary>
    public ReadOnlyMemory<byte> Bytes => _batch.Bytes;

    /// <summary>Begins as many requests as are sent together. Returns false when the phase begins no more requests.</summary>
    public bool Begin(LoadPhase phase, Recorder recorder, ref RequestShare share, long now)
    {
        MakeReady(phase, isPlanned: false);
        while (_count < _sent.Length && phase.TryNext(ref share, now, out var index))
        {
            recorder.Begin(index);
            Add(index, now);
        }

        if (_count == 0)
        {
            return false;
        }

        AwaitResponse();
        return true;
    }

    /// <summary>Begins a request of a set rate. Its latency counts from its due time.</summary>
    public void BeginPlanned(LoadPhase phase, Recorder recorder, int index, long due, long now)
    {
        MakeReady(phase, isPlanned: true);
        recorder.BeginPlanned(index, Clock.ToNanoseconds(now - due));
        Add(index, due);
        AwaitResponse();
    }

    /// <summary>Records that a new connection was opened. In a closed loop, latency counts from now.</summary>
    public void Connected(Recorder recorder, long now)
    {
        _reused = false;
        recorder.ConnectionsOpened++;
        for (var i = 0; i < _count && !_isPlanned; i++)
        {
            _sent[i].At = now;
        }
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
        while (true)
        {
            var state = _reader.Read(Buffer.Unread, out var consumed);
            Buffer.Consume(consumed);
            switch (state)
            {
                case ReadState.NeedMore:
                    Buffer.Keep();
                    return false;
                case ReadState.Malformed:
                    return Fail(FailureKind.Malformed, _reader.Error!);
                case ReadState.Complete when _answered == _count - 1 && !Buffer.Unread.IsEmpty:
                    return Fail(FailureKind.Malformed, $"{Buffer.Unread.Length} bytes came after the end of the response");
                case ReadState.Complete when overdue || TakeAnswer(recorder, now):
                    return true;
            }
        }
    }

    /// <summary>Records that the transport failed. The first failure is the cause of any later one. Returns true, because the exchange is over.</summary>
    public bool Fail(string error) => Fail(_stage, _error ?? error);

    /// <summary>Returns whether the connection began requests in this phase, but got no response to any of them.</summary>
    public bool IsUnserved(LoadPhase phase) => _phase == phase && _hasSent && !_isServed;

    /// <summary>Records how the exchange ended: overdue if its time was up or the phase was aborted. Returns how the connection continues.</summary>
    public AfterExchange End(Recorder recorder, bool overdue)
    {
        if (_answered == _count)
        {
            _reused = true;
            return _reader.KeepsAlive && _stage != FailureKind.Write && !overdue ? AfterExchange.KeepOpen : AfterExchange.Close;
        }

        if (_phase!.IsAborted)
        {
            for (; _answered < _count; _answered++)
            {
                recorder.Abandon(_sent[_answered].Index);
            }

            return AfterExchange.Close;
        }

        if (overdue)
        {
            FailUnanswered(recorder, FailureKind.Timeout, $"no complete response in time; {WhereItStood()}");
            return AfterExchange.Close;
        }

        if (_stage == FailureKind.Malformed)
        {
            var broken = _sent[_answered++];
            _phase.RecordFailure(recorder, broken.Index, _stage, broken.At, _error!, _captured);
            FailUnanswered(recorder, FailureKind.Read, "a malformed response came before it in the pipeline");
            return AfterExchange.Close;
        }

        var isReused = (_reused || _answered > 0) && !_reader.HasBegun && _stage != FailureKind.Connect;
        FailUnanswered(recorder, isReused ? FailureKind.ClosedWhileReusing : _stage, _error!);
        return AfterExchange.CloseAndBackOff;
    }

    private void MakeReady(LoadPhase phase, bool isPlanned)
    {
        if (phase != _phase)
        {
            _hasSent = _isServed = false;
        }

        (_phase, _isPlanned, _stage, _error, _count, _answered) = (phase, isPlanned, FailureKind.Connect, null, 0, 0);
        Buffer.Clear();
        _batch.Clear();
    }

    private void Add(int index, long at)
    {
        _batch.Add(_phase!.RequestAt(index).Bytes);
        _sent[_count++] = new Sent { Index = index, At = at };
        _hasSent = true;
    }

    private void AwaitResponse()
    {
        _pieces = 0;
        var index = _sent[_answered].Index;
        _reader.Begin(_phase!.RequestAt(index).IsHead, _phase.Evidence.WantsResponse(index));
    }

    // A response to a request that was not written whole can only refuse it: nothing has done its work.
    private bool TakeAnswer(Recorder recorder, long now) => _stage == FailureKind.Write && _answered == _count - 1 && _succeeds[_reader.Status]
        ? Fail(FailureKind.Write, $"the server answered {_reader.Status} and closed the connection before it had the whole request")
        : Answered(recorder, now);

    // Returns true when no further response is expected.
    private bool Answered(Recorder recorder, long now)
    {
        var sent = _sent[_answered++];
        _isServed = true;
        _phase!.RecordComplete(recorder, sent.Index, _reader.Status, _reader.Body, sent.At, now, _captured);
        if (_answered == _count)
        {
            return true;
        }

        var keepsAlive = _reader.KeepsAlive;
        AwaitResponse();
        return !keepsAlive && Fail("the server closed the connection after an earlier response of the pipeline");
    }

    private void FailUnanswered(Recorder recorder, FailureKind kind, string detail)
    {
        for (; _answered < _count; _answered++)
        {
            _phase!.RecordFailure(recorder, _sent[_answered].Index, kind, _sent[_answered].At, detail, response: null);
        }
    }

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

    private bool KeepsComing(long now) => _pieces >= FewestPieces && now - _lastPieceAt <= MostSilence * (now - _sent[_answered].At);

    private struct Sent
    {
        public int Index;
        public long At;
    }
}
