using System.Diagnostics.CodeAnalysis;
using System.Net;
using ThroughputKit.Engines.Http2;
using ThroughputKit.Pacing;
using ThroughputKit.Traffic;

namespace ThroughputKit.Engines.Loops;

/// <summary>
/// A connection of HTTP/2, with as many streams as it has senders. When the server ends it, the next one takes its place at once, while those requests that
/// the server has taken end on the old one. A successful request on an open one allocates nothing.
/// </summary>
internal sealed class LoopHttp2Connection : LoopConnection
{
    /// <summary>How many sockets it has.</summary>
    public const int Sockets = 2;

    private readonly Http2Exchange[] _exchanges;
    private readonly ExchangeQueues _queues;
    private readonly Http2Link[] _links;
    private readonly long _timeout;
    private Http2Link _current;

    /// <param name="address">The app's address.</param>
    /// <param name="sockets">The sockets.</param>
    /// <param name="shape">The shape of the load.</param>
    /// <param name="shared">Room for bytes that come or go, which connections of a thread may share.</param>
    /// <param name="senders">The senders, one for each stream.</param>
    /// <param name="requests">The requests of the thread.</param>
    public LoopHttp2Connection(
        SocketAddress address, IEnumerable<LoopSocket> sockets, LoadShape shape, byte[] shared, Sender[] senders, Http2Requests requests)
        : base(senders)
    {
        _timeout = Clock.ToTicks(shape.Timeout);
        _queues = new ExchangeQueues(senders.Length);
        _exchanges = [.. senders.Select((s, slot) => new Http2Exchange(s, slot, requests, _queues))];
        _links = [.. sockets.Select(s => new Http2Link(address, s, _exchanges, _queues, shared, shape, OnTime))];
        _current = _links[0];
    }

    /// <inheritdoc/>
    public override void Send(Sender sender, long now) =>
        _exchanges[sender.Index % _exchanges.Length].Begin(Phase, Recorder, now, due: now + _timeout);

    /// <inheritdoc/>
    public override bool TryEnd([NotNullWhen(true)] out Sender? ended, out Ending ending)
    {
        (ended, ending) = _queues.Ended.TryDequeue(out var exchange) ? (exchange.Sender, exchange.Ending) : (null, default);
        return ended is not null;
    }

    /// <inheritdoc/>
    public override bool Flush()
    {
        foreach (var link in _links)
        {
            link.Settle();
        }

        if (!_current.IsInUse && _queues.HasWaiting && Array.Find(_links, static l => l.IsClosed) is { } next)
        {
            _current = next;
            next.Open();
        }

        _current.HandOver();
        foreach (var link in _links)
        {
            link.Write();
        }

        return _queues.Ended.Count > 0;
    }

    /// <inheritdoc/>
    public override void OnReady()
    {
        foreach (var link in _links)
        {
            link.OnReady();
        }
    }

    /// <inheritdoc/>
    public override void OnTime(long now)
    {
        var hasExpired = false;
        foreach (var exchange in _exchanges)
        {
            if (exchange.IsBusy && (Phase.IsAborted || now > exchange.Due))
            {
                hasExpired = true;
                exchange.Expire(exchange.IsWaiting ? WhyWaiting() : LinkOf(exchange.Slot).Cancel(exchange.Slot));
            }
        }

        if (hasExpired && Phase.IsAborted)
        {
            Close();
        }
        else if (hasExpired)
        {
            _current.GiveUp(now);
        }
    }

    /// <inheritdoc/>
    public override bool IsUnserved(LoadPhase phase) =>
        Array.Exists(_exchanges, e => e.IsUnserved(phase)) && !Array.Exists(_exchanges, e => e.IsServed(phase));

    public override void Close()
    {
        foreach (var link in _links)
        {
            link.Close();
        }
    }

    private Http2Link LinkOf(int slot) => _links[0].Carries(slot) ? _links[0] : _links[1];

    private string WhyWaiting() => _current.IsConnecting ? "the connection was still being opened"
        : _current.IsInUse ? "the request was still waiting, because the server takes no more of them at a time"
        : "the request was still waiting for the next connection, because the last two end, and requests on them have not ended";
}
