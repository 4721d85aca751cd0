using System.Text;
using ThroughputKit.Pacing;
using ThroughputKit.Recording;
using ThroughputKit.Requests;
using ThroughputKit.Responses;
using ThroughputKit.Responses.Checks;
using ThroughputKit.Traffic;

namespace ThroughputKit.Engines;

/// <summary>
/// Accounts for one request at a time, from its beginning to its end, whatever carries it. Every engine accounts the same way, so all engines count alike.
/// Reused for each request of a connection; successful requests allocate nothing.
/// </summary>
/// <remarks>The recorder is that of the calling thread. Times are Stopwatch ticks.</remarks>
/// <param name="sender">Decides which requests these are.</param>
internal sealed class RequestAccount(Sender sender)
{
    private const int LongestLine = 200; // of a failed request as evidence

    private readonly RequestSource _source = sender.Source;
    private LoadPhase? _phase;
    private EncodedRequest? _request;
    private int _index;
    private int _written;
    private bool _isServed;
    private bool _hasEndedFirst; // request, or pass, of the phase
    private ulong _turn;
    private Func<(string Shown, string Head)>? _sent;

    /// <summary>Gets the request.</summary>
    public EncodedRequest Request => _request!;

    /// <summary>Gets the bytes to send. Those of a request with data stay until the next one begins.</summary>
    public ReadOnlyMemory<byte> Bytes { get; private set; }

    /// <summary>Gets when latency begins to count.</summary>
    public long SentAt { get; private set; }

    /// <summary>Gets how far the request is, as the kind of failure that it would be if it failed now.</summary>
    public FailureKind Stage { get; private set; }

    /// <summary>Gets whether a complete response was recorded.</summary>
    public bool IsAnswered { get; private set; }

    /// <summary>Gets why the request failed; <see langword="null"/> if it did not.</summary>
    public string? Error { get; private set; }

    /// <summary>Gets whether the response is checked for more than its status.</summary>
    public bool IsChecked { get; private set; }

    /// <summary>Gets whether more of the response is needed than its status: for its checks, or to take something from it.</summary>
    public bool IsKept => IsChecked || Request.Expected.IsTakenFrom;

    /// <summary>Gets whether the bytes of a failed response are still worth copying.</summary>
    public bool WantsResponse => _phase!.Evidence.WantsResponse(_index, IsKept);

    /// <summary>Gets whether the phase has given up the request.</summary>
    public bool IsAborted => _phase!.IsAborted;

    /// <summary>Begins the request that the sender has decided to send. At a set rate, its latency counts from its due time.</summary>
    public void Begin(LoadPhase phase, Recorder recorder, long now)
    {
        MakeReady(phase, now);
        if (sender.Due is not { } due)
        {
            recorder.Begin(_index);
            return;
        }

        var lateness = Clock.ToNanoseconds(now - due);
        if (!sender.IsPlanned)
        {
            recorder.BeginAfterPause(_index, lateness);
            return;
        }

        recorder.BeginPlanned(_index, lateness);
        if (sender.HasWaited)
        {
            recorder.HasWaited(lateness);
        }
    }

    /// <summary>Records that a new connection was opened. In a closed loop, latency counts from now.</summary>
    public void Connected(Recorder recorder, long now)
    {
        recorder.ConnectionsOpened++;
        MaySend(now);
    }

    /// <summary>Notes when it could be sent at last, on a new connection. In a closed loop, latency counts from then.</summary>
    public void MaySend(long at) => SentAt = sender.IsPlanned ? SentAt : at;

    public void Writing() => Stage = FailureKind.Write;

    /// <summary>Records that all of it was written.</summary>
    /// <param name="recorder">The recorder.</param>
    /// <param name="length">The number of bytes that this took.</param>
    public void Written(Recorder recorder, int length)
    {
        (Stage, _written) = (FailureKind.Read, length);
        recorder.Endpoint(_index).BytesSent += length;
    }

    /// <summary>Notes that nothing of it was sent, because the connection had been broken since its last response. A new one is opened for it.</summary>
    public void Unsent(Recorder recorder)
    {
        recorder.Endpoint(_index).BytesSent -= Stage == FailureKind.Read ? _written : 0;
        Stage = FailureKind.Connect;
    }

    public void Received(Recorder recorder, int bytes) => recorder.Endpoint(_index).BytesReceived += bytes;

    /// <summary>Records a complete response.</summary>
    /// <param name="recorder">The recorder.</param>
    /// <param name="status">The status.</param>
    /// <param name="body">The beginning of the body.</param>
    /// <param name="kept">What is needed of the response, if it <see cref="IsKept"/>.</param>
    /// <param name="now">When it was complete.</param>
    /// <param name="response">Returns the response as evidence.</param>
    public void Answered(Recorder recorder, int status, BodyStart body, KeptResponse kept, long now, Func<string> response)
    {
        var isExpected = Request.Expected.Has(status);
        var fault = isExpected && Request.Expected.KeepsTrailers ? GrpcAnswer.Fault(kept, body, Explains) : null;
        fault ??= isExpected && IsKept ? Fault(body, kept) : null;
        IsAnswered = _isServed = true;
        _phase!.RecordComplete(recorder, _index, status, body, SentAt, now, response, fault, Sent);
        if (_source.User is { } user)
        {
            user.Ended(isExpected && fault is null);
            recorder.UsersEndedAt += sender.HasMore ? 0 : Clock.ToNanoseconds(now - _phase.Window.Start);
        }

        if (!_hasEndedFirst)
        {
            _hasEndedFirst = !_source.IsWithinPass;
            recorder.CompleteFirst(_hasEndedFirst ? Clock.ToNanoseconds(now - _phase.Window.Start) : null);
        }
    }

    /// <summary>Notes why the request failed, which is recorded at its end.</summary>
    public void Fail(FailureKind stage, string error) => (Stage, Error) = (stage, error);

    /// <summary>Records how a request without a complete response has ended.</summary>
    public void Failed(Recorder recorder, FailureKind kind, string detail, Func<string>? response = null)
    {
        _phase!.RecordFailure(recorder, _index, kind, SentAt, detail, response, Sent);
        _source.User?.Ended(success: false);
    }

    /// <summary>Records that the request was given up with the phase.</summary>
    public void Abandoned(Recorder recorder) => recorder.Abandon(_index);

    /// <summary>Returns whether requests were begun in this phase, but none of them got a response.</summary>
    public bool IsUnserved(LoadPhase phase) => _phase == phase && !_isServed;

    /// <summary>Returns whether a request of this phase got a response.</summary>
    public bool IsServed(LoadPhase phase) => _phase == phase && _isServed;

    private bool Explains => _phase!.Evidence.Wants(FailureKind.FailedCheck, _index);

    // What no other request of the same name may have sent.
    private Func<(string Shown, string Head)>? Sent => Request.Template is null ? null : _sent ??= () =>
    {
        var bytes = Bytes.Span;
        var line = bytes[..bytes.IndexOf(" HTTP/1.1\r\n"u8)];
        var head = bytes[..bytes.IndexOf("\r\n\r\n"u8)];
        var body = bytes[(head.Length + "\r\n\r\n".Length)..];
        var shown = Excerpt.Of(line[..Math.Min(line.Length, LongestLine)], line.Length > LongestLine);
        return (shown + (body.IsEmpty ? "" : $" {Excerpt.Quoted(body)}"), Encoding.Latin1.GetString(head));
    };

    private string? Fault(BodyStart body, KeptResponse kept)
    {
        var framing = Request.Expected.KeepsTrailers ? GrpcMessage.PrefixLength : 0;
        var content = kept.Body[Math.Min(framing, kept.Body.Length)..];
        var response = new CheckedResponse { Head = kept.Head, Body = content, BodyLength = body.Length - framing, IsCut = kept.IsCut };
        var explains = Explains;
        return (IsChecked ? Request.Expected.Fault(response, explains) : null) ?? _source.User?.Take(response, Bytes.Span, explains);
    }

    private void MakeReady(LoadPhase phase, long now)
    {
        if (phase != _phase)
        {
            (_phase, _isServed, _hasEndedFirst, _turn) = (phase, false, false, 0);
        }

        _index = _source.Choose(sender.Number);
        _request = phase.RequestAt(_index);
        Bytes = _request.Template is { } template ? _source.Write(template, sender.Number) : _request.Bytes;
        (SentAt, Stage, IsAnswered, Error) = (sender.IsPlanned ? sender.Due!.Value : now, FailureKind.Connect, false, null);
        IsChecked = _request.Expected.HasChecks && _request.Expected.TakesTurn(ref _turn);
    }
}
