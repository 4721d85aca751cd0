using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using System.Net;
using ThroughputKit.Engines.Http2;
using ThroughputKit.Pacing;
using ThroughputKit.Traffic;

namespace ThroughputKit.Engines.Loops;

/// <summary>
/// A connection of HTTP/2, with as many streams as it has senders. It is replaced when the server ends it, and the requests that the server hasn't taken go on
/// the next one. A successful request on an open one allocates nothing.
/// </summary>
internal sealed class LoopHttp2Connection : LoopConnection
{
    private readonly SocketAddress _address;
    private readonly LoopSocket _socket;
    private readonly Http2Exchange[] _exchanges;
    private readonly ExchangeQueues _queues;
    private readonly Http2Connection _connection;
    private readonly long _timeout;
    private readonly int? _perConnection;
    private byte[] _room; // for what comes, and for what goes
    private byte[] _kept = []; // of what goes, while the system takes no more
    private ReadOnlyMemory<byte> _unsent;
    private Stage _stage;
    private int _sent; // requests of the connection
    private long _connectBy;

    /// <param name="address">The app's address.</param>
    /// <param name="socket">The socket.</param>
    /// <param name="shape">The shape of the load.</param>
    /// <param name="shared">Room for bytes that come or go, which connections of a thread may share.</param>
    /// <param name="senders">The senders, one for each stream.</param>
    /// <param name="requests">The requests of the thread.</param>
    public LoopHttp2Connection(
        SocketAddress address, LoopSocket socket, LoadShape shape, byte[] shared, Sender[] senders, Http2Requests requests)
        : base(senders)
    {
        (_address, _socket, _room, _timeout, _perConnection) = (address, socket, shared, Clock.ToTicks(shape.Timeout), shape.RequestsPerConnection);
        _queues = new ExchangeQueues(senders.Length);
        _exchanges = [.. senders.Select((s, slot) => new Http2Exchange(s, slot, requests, _queues))];
        _connection = new Http2Connection(_exchanges);
    }

    private enum Stage
    {
        Closed,
        Connecting,
        Open,
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
        if (_stage == Stage.Open && _connection.Room == _connection.Capacity && _socket.IsClosed)
        {
            Read(); // the end of an idle connection, so that nothing is lost on it
        }

        if (_stage == Stage.Open && _connection.IsDone)
        {
            End();
        }

        if (_stage == Stage.Closed && _queues.HasWaiting)
        {
            Open();
        }

        if (_stage == Stage.Open)
        {
            HandOver();
            Write();
        }

        return _queues.Ended.Count > 0;
    }

    /// <inheritdoc/>
    public override void OnReady()
    {
        if (_stage == Stage.Connecting)
        {
            OnConnected(_socket.FinishConnect());
        }

        Read();
    }

    /// <inheritdoc/>
    public override void OnTime(long now)
    {
        var hasExpired = false;
        foreach (var exchange in _exchanges)
        {
            if (exchange.IsBusy && (Phase.IsAborted || (now > exchange.Due && !(exchange.IsWaiting && AwaitsNext))))
            {
                hasExpired = true;
                exchange.Expire(exchange.IsWaiting ? WhyWaiting() : _connection.Cancel(exchange.Slot));
            }
        }

        if (hasExpired && (Phase.IsAborted || (_stage == Stage.Connecting && now > _connectBy)))
        {
            Close();
        }
    }

    /// <inheritdoc/>
    public override bool IsUnserved(LoadPhase phase) =>
        Array.Exists(_exchanges, e => e.IsUnserved(phase)) && !Array.Exists(_exchanges, e => e.IsServed(phase));

    public override void Close()
    {
        _socket.Close();
        (_stage, _unsent) = (Stage.Closed, default);
    }

    // The connection is replaced once its last request has ended, or its time is up. The time of those that wait for the next one begins with that.
    private bool AwaitsNext => _stage == Stage.Closed || (_stage == Stage.Open && _connection.IsClosing);

    private string WhyWaiting() => _stage == Stage.Connecting ? "the connection was still being opened"
        : "the request was still waiting, because the server takes no more of them at a time";

    private void Open()
    {
        _stage = Stage.Connecting;
        _connectBy = Stopwatch.GetTimestamp() + _timeout;
        _queues.Renew(_connectBy);
        OnConnected(_socket.Connect(_address));
    }

    private void OnConnected(int result)
    {
        if (result == LoopSocket.Failed)
        {
            Fail(_socket.Error);
        }
        else if (result != LoopSocket.WouldBlock)
        {
            (_stage, _sent) = (Stage.Open, 0);
            _connection.Begin();
            _queues.Connected(Stopwatch.GetTimestamp());
        }
    }

    // Those that wait can't be sent. Each of their senders tries again after a pause.
    private void Fail(string error)
    {
        Close();
        while (_queues.TryTakeWaiting(out var exchange))
        {
            exchange.Failed(FailureKind.Connect, error);
        }
    }

    // Requests go on the next connection, unless that would be done without end.
    private void End()
    {
        if (_queues.HasWaiting && !_connection.HasServed)
        {
            Fail(_connection.WhyEnded ?? "the server refused all requests of the connection");
        }
        else
        {
            Close();
        }
    }

    private void HandOver()
    {
        while (_connection.Room > 0 && _queues.TryTakeWaiting(out var exchange))
        {
            var request = exchange.Write();
            if (Http2Connection.RoomFor(request) > _room.Length)
            {
                _room = new byte[2 * Http2Connection.RoomFor(request)];
            }

            _connection.TrySend(exchange.Slot, request);
            if (++_sent == _perConnection)
            {
                _connection.SendNoMore();
            }
        }
    }

    private void Write()
    {
        while (_stage == Stage.Open)
        {
            if (_unsent.IsEmpty)
            {
                _unsent = _room.AsMemory(0, _connection.Write(_room));
                if (_unsent.IsEmpty)
                {
                    return;
                }
            }

            var sent = _socket.Send(_unsent.Span);
            if (sent == LoopSocket.WouldBlock)
            {
                Keep();
                return;
            }

            if (sent == LoopSocket.Failed)
            {
                _unsent = default;
                Read(); // the server may have said why
                Break(_socket.Error);
                return;
            }

            _unsent = _unsent[sent..];
        }
    }

    // Another connection may use the room before the rest can be sent.
    private void Keep()
    {
        _kept = _kept.Length < _unsent.Length ? new byte[_room.Length] : _kept;
        _unsent.CopyTo(_kept);
        _unsent = _kept.AsMemory(0, _unsent.Length);
    }

    private void Read()
    {
        var begun = Stopwatch.GetTimestamp();
        while (_stage == Stage.Open)
        {
            var received = _socket.Receive(_room);
            if (received == LoopSocket.WouldBlock)
            {
                return;
            }

            _queues.Now = Stopwatch.GetTimestamp();
            if (received <= 0)
            {
                Break(received == LoopSocket.Failed ? _socket.Error : null);
                return;
            }

            _connection.Received(_room.AsSpan(0, received));
            if (_connection.IsClosed)
            {
                TellWhy();
                End();
            }
            else if (_queues.Now > begun + _timeout)
            {
                OnTime(_queues.Now); // an endless response must not keep the thread from its other connections
            }
        }
    }

    private void Break(string? error)
    {
        if (_stage == Stage.Open)
        {
            _queues.Now = Stopwatch.GetTimestamp();
            _connection.Closed(error);
            End();
        }
    }

    private void TellWhy()
    {
        if (_unsent.IsEmpty)
        {
            _ = _socket.Send(_room.AsSpan(0, _connection.Write(_room)));
        }
    }
}
