using System.Diagnostics;
using System.Text;
using ThroughputKit.Engines;
using ThroughputKit.Engines.Http2;
using ThroughputKit.Recording;
using ThroughputKit.Responses;
using ThroughputKit.Traffic;

namespace ThroughputKit.Tests.Engines.Http2;

/// <summary>A slot as an engine drives it: a sender decides what it sends, and an account enters what becomes of it.</summary>
internal sealed class AccountedSlot : IStreamHandler
{
    private readonly Sender _sender = new();
    private readonly RequestAccount _account;
    private readonly LoadPhase _phase;
    private readonly Recorder _recorder;
    private readonly BodyStart _body = new();
    private readonly KeptResponse _kept = new();
    private byte[] _room = [];
    private int _status;

    public AccountedSlot(LoadPhase phase, Recorder recorder)
    {
        (_phase, _recorder, _account) = (phase, recorder, new RequestAccount(_sender));
        _sender.Enter(phase.Schedule);
        Move = _sender.Begin(Stopwatch.GetTimestamp());
    }

    /// <summary>Gets whether a request is in flight.</summary>
    public bool IsBusy { get; private set; }

    /// <summary>Gets whether the last request was unsent.</summary>
    public bool MustGoAgain { get; private set; }

    /// <summary>Gets what the sender does next.</summary>
    public Move Move { get; private set; }

    /// <summary>Returns the request to send, which is the last one if that was unsent.</summary>
    public Http2Request Next()
    {
        if (!MustGoAgain)
        {
            _account.Begin(_phase, _recorder, Stopwatch.GetTimestamp());
        }

        (IsBusy, MustGoAgain) = (true, false);
        _account.Writing();
        _body.Clear();
        _kept.Clear();
        return Http2RequestEncoder.Encode(_account.Bytes, _account.Request.IsHead, isSecure: false, ref _room);
    }

    public void Written() => _account.Written(_recorder, _account.Bytes.Length);

    public void Received(int bytes) => _account.Received(_recorder, bytes);

    public void Began(int status) => _status = status;

    public void Field(ReadOnlySpan<byte> name, ReadOnlySpan<byte> value, bool isTrailer)
    {
        if (!isTrailer && _account.Request.Expected.KeepsHead)
        {
            _kept.AddToHead(Encoding.Latin1.GetBytes($"{Encoding.Latin1.GetString(name)}: {Encoding.Latin1.GetString(value)}\r\n"));
        }
    }

    public void Body(ReadOnlySpan<byte> data)
    {
        _body.Append(data);
        _kept.AddToBody(data);
    }

    public void Ended()
    {
        _account.Answered(_recorder, _status, _body, _kept, Stopwatch.GetTimestamp(), () => "");
        End(Ending.Answered);
    }

    public void Failed(FailureKind kind, string error)
    {
        _account.Failed(_recorder, kind, error);
        End(Ending.Unanswered);
    }

    public void Unsent()
    {
        _account.Unsent(_recorder);
        (IsBusy, MustGoAgain) = (false, true);
    }

    private void End(Ending ending)
    {
        IsBusy = false;
        Move = _sender.Ended(ending, Stopwatch.GetTimestamp());
    }
}
