using System.Globalization;
using System.Text.Unicode;
using ThroughputKit.Recording;
using ThroughputKit.Responses;
using ThroughputKit.Traffic;

namespace ThroughputKit.Engines.Http2;

/// <summary>The round trips of one stream after another, for one sender: a request and its response. Successful requests allocate nothing.</summary>
/// <param name="sender">Decides which requests these are.</param>
/// <param name="slot">The slot of the connection.</param>
/// <param name="requests">The requests of the thread.</param>
/// <param name="queues">The queues of the connection.</param>
internal sealed class Http2Exchange(Sender sender, int slot, Http2Requests requests, ExchangeQueues queues) : IStreamHandler
{
    private readonly RequestAccount _account = new(sender);
    private readonly BodyStart _body = new();
    private readonly KeptResponse _kept = new();
    private Recorder? _recorder;
    private ResponseProgress _progress;
    private ResponseCapture? _capture;
    private Func<string>? _captured;
    private byte[] _room = []; // for the header block of a request with data
    private int _length; // of the request with its frames
    private int _status;
    private bool _keepsHead;
    private bool _keepsTrailers;
    private bool _keepsBody;
    private bool _capturing;
    private bool _isEventStream;
    private bool _wasSent; // on a connection that didn't take it

    public Sender Sender => sender;

    public int Slot => slot;

    /// <summary>Gets whether a request has begun and not ended.</summary>
    public bool IsBusy { get; private set; }

    /// <summary>Gets whether it waits to be sent.</summary>
    public bool IsWaiting { get; private set; }

    /// <summary>Gets or sets whether it stands in the queue of those that wait.</summary>
    public bool IsQueued { get; set; }

    /// <summary>Gets or sets when the time of the request is up.</summary>
    public long Due { get; set; }

    /// <summary>Gets how the last request has ended.</summary>
    public Ending Ending { get; private set; }

    /// <summary>Begins the request that the sender has decided to send. It waits to be sent.</summary>
    public void Begin(LoadPhase phase, Recorder recorder, long now, long due)
    {
        _account.Begin(phase, recorder, now);
        (_recorder, Due, IsBusy, _wasSent, _status) = (recorder, due, true, false, 0);
        IsWaiting = true;
        queues.Await(this);
    }

    /// <summary>Takes that the connection it waits for is open. What it had waited for before that began to be opened is part of its latency.</summary>
    public void Connected(long openedAt, long now)
    {
        if (!_wasSent)
        {
            _account.MaySend(now - Math.Max(0, openedAt - _account.SentAt));
        }
    }

    /// <summary>Counts the connection, which it was opened for.</summary>
    public void CountConnection() => _recorder!.ConnectionsOpened++;

    /// <summary>Returns the request, which no longer waits.</summary>
    public Http2Request Write()
    {
        var request = _account.Request;
        (IsWaiting, _wasSent, _progress, _status, _isEventStream, _capturing) = (false, true, default, 0, false, false);
        (_keepsHead, _keepsBody) = (_account.IsKept && request.Expected.KeepsHead, _account.IsKept && request.Expected.KeepsBody);
        _keepsTrailers = _keepsHead && request.Expected.KeepsTrailers;
        _body.Clear();
        _kept.Clear();
        _account.Writing();
        var encoded = request.Template is null ? requests.Of(request) : requests.Encode(request, _account.Bytes, ref _room);
        _length = encoded.Length;
        return encoded;
    }

    /// <summary>Ends a request whose time is up, or that is given up with the phase.</summary>
    /// <param name="stood">Where it stood, unless its response had begun.</param>
    public void Expire(string stood)
    {
        if (_account.IsAborted)
        {
            _account.Abandoned(_recorder!);
        }
        else
        {
            var where = _status > 0 ? _progress.Describe(_account.SentAt, _isEventStream) : stood;
            _account.Failed(_recorder!, FailureKind.Timeout, $"no complete response in time; {where}");
        }

        End(Ending.Unanswered);
    }

    /// <inheritdoc cref="RequestAccount.IsUnserved"/>
    public bool IsUnserved(LoadPhase phase) => _account.IsUnserved(phase);

    /// <inheritdoc cref="RequestAccount.IsServed"/>
    public bool IsServed(LoadPhase phase) => _account.IsServed(phase);

    public void Written() => _account.Written(_recorder!, _length);

    public void Received(int bytes)
    {
        _account.Received(_recorder!, bytes);
        _progress.Add(queues.Now);
    }

    public void Began(int status)
    {
        _status = status;
        if (_account.WantsResponse && (_account.IsKept || !_account.Request.Expected.Has(status)))
        {
            _capturing = true;
            _capture ??= new ResponseCapture();
            _capture.Clear();
            Span<byte> line = stackalloc byte[16];
            Utf8.TryWrite(line, CultureInfo.InvariantCulture, $"HTTP/2 {status}\r\n", out var length);
            _capture.Append(line[..length]);
        }
    }

    public void Field(ReadOnlySpan<byte> name, ReadOnlySpan<byte> value, bool isTrailer)
    {
        _isEventStream |= name.SequenceEqual("content-type"u8) && value.StartsWith("text/event-stream"u8);
        if (isTrailer ? _keepsTrailers : _keepsHead)
        {
            _kept.AddField(name, value, isTrailer);
        }

        if (_capturing)
        {
            _capture!.Append(name);
            _capture.Append(": "u8);
            _capture.Append(value);
            _capture.Append("\r\n"u8);
        }
    }

    public void Body(ReadOnlySpan<byte> data)
    {
        if (_capturing)
        {
            _capture!.Append(_body.Length == 0 ? "\r\n"u8 : default);
            _capture.Append(data);
        }

        _body.Append(data);
        if (_keepsBody)
        {
            _kept.AddToBody(data);
        }
    }

    public void Ended()
    {
        if (queues.Now > Due)
        {
            Expire("");
            return;
        }

        _account.Answered(_recorder!, _status, _body, _kept, queues.Now, _captured ??= Captured);
        End(Ending.Answered);
    }

    public void Failed(FailureKind kind, string error)
    {
        if (_account.IsAborted)
        {
            Expire("");
            return;
        }

        var isMalformed = kind == FailureKind.Malformed;
        _account.Failed(_recorder!, kind, error, isMalformed ? Captured : null);
        End(isMalformed ? Ending.Unanswered : Ending.Broken);
    }

    public void Unsent()
    {
        _account.Unsent(_recorder!);
        IsWaiting = true;
        queues.AwaitAgain(this);
    }

    private void End(Ending ending)
    {
        (IsBusy, IsWaiting, Ending) = (false, false, ending);
        queues.Ended.Enqueue(this);
    }

    private string Captured() => _capture?.ToString() ?? "";
}
