using System.Diagnostics;
using System.Net;
using ThroughputKit.Pacing;
using ThroughputKit.Recording;

namespace ThroughputKit.Engines.Epoll;

/// <summary>
/// One connection, which never waits. Its loop calls it again when its socket is ready or time has passed, and then lets it
/// continue with the next step. A successful request on an open connection allocates nothing.
/// </summary>
internal sealed class EpollConnection(
    SocketAddress address, Poller poller, LoadShape shape, byte[] shared, PriorityQueue<EpollConnection, long> thinking, int index, int connection)
{
    private readonly Exchange _exchange = new(shared, connection, shape.Connections, shape.Room);
    private readonly EpollSocket _socket = new(poller, index);
    private readonly long _timeout = Clock.ToTicks(shape.Timeout);
    private LoadPhase? _phase;
    private Recorder? _recorder;
    private RequestShare _share;
    private Stage _stage;
    private ConnectionDisposition _after;
    private ReadOnlyMemory<byte> _unsent;
    private long _due;
    private bool _isClosed;

    private enum Stage
    {
        Idle,
        Connecting,
        Writing,
        Reading,
        Ended,
        Pausing,
        Thinking,
    }

    /// <summary>Gets whether the connection has a request in flight or will have another one in this phase.</summary>
    public bool IsBusy => _stage != Stage.Idle;

    /// <summary>Prepares the connection for a phase, with the recorder of the thread that drives it.</summary>
    public void Enter(LoadPhase phase, Recorder recorder)
    {
        (_phase, _recorder) = (phase, recorder);
        _share = phase.ShareOf(connection, shape.Connections);
    }

    /// <summary>Sends one request after another until the phase begins no more.</summary>
    public void Begin()
    {
        Next();
        GoOn();
    }

    /// <summary>Sends one request of a set rate.</summary>
    public void Send(long number, long due)
    {
        var now = Stopwatch.GetTimestamp();
        _exchange.BeginPlanned(_phase!, _recorder!, number, due, now);
        Send(now);
        GoOn();
    }

    /// <summary>Handles an event of the socket. That the peer has closed its side is reported once.</summary>
    public void OnReady(bool isClosed)
    {
        _isClosed |= isClosed;
        switch (_stage)
        {
            case Stage.Connecting:
                OnConnected(_socket.FinishConnect());
                ReadWhatCameEarly();
                break;
            case Stage.Writing:
                Write();
                ReadWhatCameEarly();
                break;
            case Stage.Reading:
                Read();
                break;
            case Stage.Idle or Stage.Thinking when _socket.HasInput:
                _socket.Close(); // the peer has closed it, or sent unrequested bytes
                break;
        }
    }

    /// <summary>Ends an overdue request, or a pause that is over or in vain.</summary>
    public void OnTime(long now)
    {
        if (_stage == Stage.Pausing)
        {
            if (now >= _due || _phase!.IsAborted)
            {
                Next();
            }
        }
        else if (_stage == Stage.Thinking)
        {
            _stage = _phase!.HasNext(_share) ? Stage.Thinking : Stage.Idle;
        }
        else if (_stage is Stage.Connecting or Stage.Writing or Stage.Reading && (now > _due || _phase!.IsAborted))
        {
            End(overdue: true);
        }
    }

    /// <summary>Continues after the pause of a virtual user.</summary>
    public void EndPause()
    {
        if (_stage != Stage.Thinking)
        {
            return; // it was in vain
        }

        Next(_due);
        GoOn();
    }

    /// <summary>Continues after an exchange that has ended: with the next one, a pause, or nothing.</summary>
    public void GoOn()
    {
        while (_stage == Stage.Ended)
        {
            if (_after != ConnectionDisposition.KeepOpen)
            {
                _socket.Close();
            }

            if (_after == ConnectionDisposition.CloseAndBackOff)
            {
                _phase!.GiveBack(ref _share);
                _stage = Stage.Pausing;
                _due = Math.Min(Stopwatch.GetTimestamp() + Clock.ToTicks(_exchange.NextBackoff()), _phase.Window.End);
            }
            else if (_exchange.Pause > 0 && _phase!.HasNext(_share))
            {
                _stage = Stage.Thinking;
                _due = Stopwatch.GetTimestamp() + _exchange.Pause;
                thinking.Enqueue(this, _due);
            }
            else
            {
                Next();
            }
        }
    }

    /// <summary>Returns whether the connection began requests in this phase, but got no response to any of them.</summary>
    public bool IsUnserved(LoadPhase phase) => _exchange.IsUnserved(phase);

    public void Close() => _socket.Close();

    // After the pause of a virtual user, with the time at which it was to end.
    private void Next(long? due = null)
    {
        var now = Stopwatch.GetTimestamp();
        if (!_phase!.IsPaced && _exchange.Begin(_phase, _recorder!, ref _share, now, due))
        {
            Send(now);
        }
        else
        {
            _stage = Stage.Idle;
        }
    }

    private void Send(long now)
    {
        _due = now + _timeout;
        _unsent = _exchange.Bytes;
        if (_isClosed)
        {
            _socket.Close(); // as the peer did, with its last response or since then
        }

        if (_socket.IsOpen)
        {
            Write();
        }
        else
        {
            (_stage, _isClosed) = (Stage.Connecting, false);
            OnConnected(_socket.Connect(address));
        }
    }

    private void OnConnected(int result)
    {
        if (result == EpollSocket.Failed)
        {
            Fail();
        }
        else if (result != EpollSocket.WouldBlock)
        {
            _exchange.Connected(_recorder!, Stopwatch.GetTimestamp());
            Write();
        }
    }

    private void Write()
    {
        _stage = Stage.Writing;
        _exchange.Writing();
        while (_unsent.Length > 0)
        {
            var sent = _socket.Send(_unsent.Span);
            if (sent == EpollSocket.WouldBlock)
            {
                return;
            }

            if (sent == EpollSocket.Failed)
            {
                _exchange.Fail(_socket.Error);
                Read(); // the server may have answered before it closed
                return;
            }

            _unsent = _unsent[sent..];
        }

        _exchange.Written(_recorder!);
        _stage = Stage.Reading;
        if (_isClosed)
        {
            Read(); // no further event will come
        }
    }

    // A response may arrive before its request has been written. Its event may have been this one or an earlier one.
    private void ReadWhatCameEarly()
    {
        if (_stage == Stage.Reading)
        {
            Read();
        }
    }

    private void Read()
    {
        while (true)
        {
            var received = _socket.Receive(_exchange.Buffer.Room().Span);
            if (received == EpollSocket.WouldBlock)
            {
                return;
            }

            if (received == EpollSocket.Failed)
            {
                Fail();
                return;
            }

            // An endless response must not keep the thread from its other connections.
            var now = Stopwatch.GetTimestamp();
            var overdue = now > _due;
            if (_exchange.Received(_recorder!, received, now, overdue) || overdue || _phase!.IsAborted)
            {
                End(overdue || _phase!.IsAborted);
                return;
            }
        }
    }

    private void Fail()
    {
        _exchange.Fail(_socket.Error);
        End(overdue: Stopwatch.GetTimestamp() > _due);
    }

    private void End(bool overdue)
    {
        _after = _exchange.End(_recorder!, overdue);
        _stage = Stage.Ended;
    }
}
