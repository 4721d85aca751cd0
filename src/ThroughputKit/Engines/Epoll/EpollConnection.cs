using System.Diagnostics;
using System.Net;
using ThroughputKit.Measurement;
using ThroughputKit.Pacing;
using ThroughputKit.Requests;

namespace ThroughputKit.Engines.Epoll;

/// <summary>
/// One connection, as far as it gets without waiting: its worker calls it again when its socket is ready or time has
/// passed. Nothing is allocated for a request that succeeds on an open connection.
/// </summary>
internal sealed class EpollConnection(SocketAddress address, Poller poller, int number, int firstRequest, TimeSpan timeout, bool[] succeeds)
{
    private readonly Exchange _exchange = new(succeeds);
    private readonly EpollSocket _socket = new(poller, number);
    private readonly long _timeout = Clock.ToTicks(timeout);
    private LoadPhase? _phase;
    private RequestShare _share;
    private Backoff _backoff;
    private Stage _stage;
    private ReadOnlyMemory<byte> _unsent;
    private int _requestBytes;
    private long _due;
    private bool _isClosed;

    private enum Stage
    {
        Idle,
        Connecting,
        Writing,
        Reading,
        Pausing,
    }

    /// <summary>Gets whether it has a request in flight or will have another in this phase.</summary>
    public bool IsBusy => _stage != Stage.Idle;

    /// <summary>Makes ready for a phase.</summary>
    public void Enter(LoadPhase phase)
    {
        if (_isClosed)
        {
            _socket.Close(); // as the peer has, between the phases
        }

        _phase = phase;
        _share = new RequestShare { Next = firstRequest, End = firstRequest };
    }

    /// <summary>Sends one request after another until the phase begins no more.</summary>
    public void Begin() => Next();

    /// <summary>Sends one request of a set rate.</summary>
    public void Send(int index, long due) => Send(_exchange.BeginPlanned(_phase!, index, due));

    /// <summary>Something happened to the socket.</summary>
    /// <param name="isClosed">Whether the peer has closed its side; that is told once.</param>
    public void OnReady(bool isClosed)
    {
        _isClosed |= isClosed;
        switch (_stage)
        {
            case Stage.Connecting:
                OnConnected(_socket.FinishConnect());
                break;
            case Stage.Writing:
                Write();
                break;
            case Stage.Reading:
                Read();
                break;
            case Stage.Idle when _socket.HasInput:
                _socket.Close(); // the peer has closed it, or sent what nobody asked for
                break;
        }
    }

    /// <summary>Time has passed: ends a request that is overdue, or a pause.</summary>
    public void OnTime(long now)
    {
        if (_stage == Stage.Pausing)
        {
            if (now >= _due || _phase!.IsAborted)
            {
                Next();
            }
        }
        else if (_stage != Stage.Idle && (now > _due || _phase!.IsAborted))
        {
            End(overdue: true);
        }
    }

    public void Close() => _socket.Close();

    private void Next()
    {
        if (_phase!.IsPaced || !_phase.TryNext(ref _share, out var index))
        {
            _stage = Stage.Idle;
            return;
        }

        Send(_exchange.Begin(_phase, index));
    }

    private void Send(EncodedRequest request)
    {
        _due = Stopwatch.GetTimestamp() + _timeout;
        _unsent = request.Bytes;
        _requestBytes = request.Bytes.Length;
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
            _exchange.Connected();
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
                Fail();
                return;
            }

            _unsent = _unsent[sent..];
        }

        _exchange.Written(_requestBytes);
        _stage = Stage.Reading;
        if (_isClosed)
        {
            Read(); // no event will come again
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

            if (_exchange.Received(received))
            {
                End(overdue: Stopwatch.GetTimestamp() > _due);
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
        switch (_exchange.End(overdue))
        {
            case AfterExchange.KeepOpen:
                _backoff.Reset();
                Next();
                break;
            case AfterExchange.Close:
                _socket.Close();
                Next();
                break;
            default:
                _socket.Close();
                _phase!.GiveBack(ref _share);
                _stage = Stage.Pausing;
                _due = Math.Min(Stopwatch.GetTimestamp() + Clock.ToTicks(_backoff.Next()), _phase.Window.End);
                break;
        }
    }
}
