using System.Diagnostics;
using ThroughputKit.Measurement;
using ThroughputKit.Requests;
using ThroughputKit.Responses;

namespace ThroughputKit.Engines;

/// <summary>
/// One request and its response on one connection, apart from all I/O: every engine drives it the same way, so that all
/// engines count the same. Used again for each next request; nothing is allocated for one that succeeds.
/// </summary>
/// <remarks>
/// 1. <see cref="Begin"/> or <see cref="BeginPlanned"/>. 2. <see cref="Connected"/> if a connection had to be opened. 3. <see cref="Writing"/>,
/// <see cref="Written"/>. 4. <see cref="Received"/> until it returns true. 5. <see cref="End"/>, in any case.
/// </remarks>
internal sealed class Exchange
{
    private readonly ResponseReader _reader;
    private readonly Func<string> _captured;
    private LoadPhase? _phase;
    private int _index;
    private long _begun;
    private bool _reused;
    private bool _isPlanned;
    private FailureKind _stage;
    private string? _error;

    public Exchange(bool[] succeeds)
    {
        _reader = new ResponseReader(succeeds);
        _captured = _reader.Capture.ToString;
    }

    public ReceiveBuffer Buffer { get; } = new();

    /// <summary>Begins a request of a set rate: its latency counts from the time at which it was to be sent.</summary>
    public EncodedRequest BeginPlanned(LoadPhase phase, int index, long due)
    {
        phase.Recorders.Current.BeginPlanned(index, Clock.ToNanoseconds(Stopwatch.GetTimestamp() - due));
        return MakeReady(phase, index, due);
    }

    public EncodedRequest Begin(LoadPhase phase, int index)
    {
        phase.Recorders.Current.Begin(index);
        return MakeReady(phase, index, due: null);
    }

    /// <summary>A new connection was opened: latency begins only now.</summary>
    public void Connected()
    {
        _reused = false;
        _phase!.Recorders.Current.ConnectionsOpened++;
        _begun = _isPlanned ? _begun : Stopwatch.GetTimestamp();
    }

    public void Writing() => _stage = FailureKind.Write;

    public void Written(int bytes)
    {
        _stage = FailureKind.Read;
        _phase!.Recorders.Current.BytesSent += bytes;
    }

    /// <summary>Takes bytes that were put into <see cref="Buffer"/>; 0 means the peer closed. True when the exchange is over.</summary>
    public bool Received(int bytes)
    {
        _phase!.Recorders.Current.BytesReceived += bytes;
        if (bytes == 0)
        {
            _error = _reader.End() ? null : _reader.Error;
            return true;
        }

        Buffer.Add(bytes);
        var state = _reader.Read(Buffer.Unread, out var consumed);
        Buffer.Consume(consumed);
        if (state == ReadState.NeedMore)
        {
            return false;
        }

        if (state == ReadState.Malformed)
        {
            Fail(FailureKind.Malformed, _reader.Error!);
        }
        else if (!Buffer.Unread.IsEmpty)
        {
            Fail(FailureKind.Malformed, $"{Buffer.Unread.Length} bytes came after the end of the response");
        }

        return true;
    }

    /// <summary>The transport failed.</summary>
    public void Fail(string error) => _error = error;

    /// <summary>Records how the exchange ended and says what becomes of the connection.</summary>
    /// <param name="overdue">Whether it was ended because its time was up, or the phase was aborted.</param>
    public AfterExchange End(bool overdue)
    {
        var phase = _phase!;
        if (_error is null && !overdue)
        {
            phase.RecordComplete(_index, _reader.Status, _begun, Stopwatch.GetTimestamp(), _captured);
            _reused = true;
            return _reader.KeepsAlive ? AfterExchange.KeepOpen : AfterExchange.Close;
        }

        if (phase.IsAborted)
        {
            phase.Recorders.Current.Abandon(_index);
            return AfterExchange.Close;
        }

        if (overdue)
        {
            phase.RecordFailure(_index, FailureKind.Timeout, $"no whole response in time; {WhereItStood()}", response: null);
            return AfterExchange.Close;
        }

        if (_stage == FailureKind.Malformed)
        {
            phase.RecordFailure(_index, _stage, _error!, _captured);
            return AfterExchange.Close;
        }

        var kind = _reused && !_reader.HasBegun && _stage != FailureKind.Connect ? FailureKind.ClosedWhileReusing : _stage;
        phase.RecordFailure(_index, kind, _error!, response: null);
        return AfterExchange.CloseAndBackOff;
    }

    private EncodedRequest MakeReady(LoadPhase phase, int index, long? due)
    {
        (_phase, _index, _stage, _error, _isPlanned) = (phase, index, FailureKind.Connect, null, due is not null);
        var request = phase.RequestAt(index);
        Buffer.Clear();
        _reader.Begin(request.IsHead, phase.Evidence.WantsResponses);
        _begun = due ?? Stopwatch.GetTimestamp();
        return request;
    }

    private void Fail(FailureKind stage, string error) => (_stage, _error) = (stage, error);

    private string WhereItStood() => _stage switch
    {
        FailureKind.Connect => "the connection was still being opened",
        FailureKind.Write => "the request was still being written",
        _ when !_reader.HasBegun => "the request was written and no byte of a response came",
        _ => "the response had begun",
    };
}
