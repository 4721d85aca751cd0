using System.Diagnostics;
using System.Net;
using ThroughputKit.Engines.Http2;
using ThroughputKit.Pacing;

namespace ThroughputKit.Engines.Loops;

/// <summary>One socket after another that carries a connection of HTTP/2. Requests that the server hasn't taken wait again.</summary>
internal sealed class Http2Link
{
    private readonly SocketAddress _address;
    private readonly LoopSocket _socket;
    private readonly Http2Connection _connection;
    private readonly ExchangeQueues _queues;
    private readonly Action<long> _onTime;
    private readonly long _timeout;
    private readonly int? _perConnection;
    private byte[] _room; // for what comes, and for what goes
    private byte[] _kept = []; // of what goes, while the system takes no more
    private ReadOnlyMemory<byte> _unsent;
    private Stage _stage;
    private int _sent; // requests of the connection
    private long _openedAt;

    /// <param name="address">The app's address.</param>
    /// <param name="socket">The socket.</param>
    /// <param name="exchanges">The exchanges, of which it carries some.</param>
    /// <param name="queues">Their queues.</param>
    /// <param name="shared">Room for bytes that come or go, which links of a thread may share.</param>
    /// <param name="shape">The shape of the load.</param>
    /// <param name="onTime">Ends overdue requests.</param>
    public Http2Link(
        SocketAddress address, LoopSocket socket, Http2Exchange[] exchanges, ExchangeQueues queues, byte[] shared, LoadShape shape, Action<long> onTime)
    {
        (_address, _socket, _queues, _room, _onTime) = (address, socket, queues, shared, onTime);
        (_timeout, _perConnection) = (Clock.ToTicks(shape.Timeout), shape.RequestsPerConnection);
        _connection = new Http2Connection(exchanges);
    }

    private enum Stage
    {
        Closed,
        Connecting,
        Open,
    }

    public bool IsClosed => _stage == Stage.Closed;

    public bool IsConnecting => _stage == Stage.Connecting;

    /// <summary>Gets whether it takes requests, now or once it is open.</summary>
    public bool IsInUse => _stage == Stage.Connecting || (_stage == Stage.Open && !_connection.IsClosing);

    /// <summary>Opens it, for those that wait.</summary>
    public void Open()
    {
        (_stage, _openedAt) = (Stage.Connecting, Stopwatch.GetTimestamp());
        OnConnected(_socket.Connect(_address));
    }

    /// <summary>Ends it if it is at its end.</summary>
    public void Settle()
    {
        if (_stage == Stage.Open && _connection.Room == _connection.Capacity && _socket.IsClosed)
        {
            Read(); // the end of an idle connection, so that nothing is lost on it
        }

        if (_stage == Stage.Open && _connection.IsDone)
        {
            End();
        }
    }

    /// <summary>Sends those that wait, as far as the server takes more.</summary>
    public void HandOver()
    {
        while (_stage == Stage.Open && _connection.Room > 0 && _queues.TryTakeWaiting(out var exchange))
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

    public void Write()
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

    /// <summary>Handles an event of its socket.</summary>
    public void OnReady()
    {
        if (_stage == Stage.Connecting)
        {
            OnConnected(_socket.FinishConnect());
        }

        Read();
    }

    /// <summary>Returns whether the request of a slot was handed to it, and has not ended.</summary>
    public bool Carries(int slot) => _connection.Carries(slot);

    /// <inheritdoc cref="Http2Connection.Cancel"/>
    public string Cancel(int slot) => _connection.Cancel(slot);

    /// <summary>Gives up to connect, if that takes longer than a request may.</summary>
    public void GiveUp(long now)
    {
        if (_stage == Stage.Connecting && now > _openedAt + _timeout)
        {
            Close();
        }
    }

    public void Close()
    {
        _socket.Close();
        (_stage, _unsent) = (Stage.Closed, default);
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
            _queues.Connected(_openedAt, Stopwatch.GetTimestamp());
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
                _onTime(_queues.Now); // an endless response must not keep the thread from its other connections
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
