using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using System.Net;
using ThroughputKit.Pacing;
using ThroughputKit.Traffic;

namespace ThroughputKit.Engines.Loops;

/// <summary>A connection of HTTP/1.1, which moves the bytes of one request after another. A successful request on an open one allocates nothing.</summary>
internal sealed class LoopHttp1Connection(SocketAddress address, LoopSocket socket, LoadShape shape, byte[] shared, Sender sender)
    : LoopConnection([sender])
{
    private readonly Exchange _exchange = new(sender, shared, shape.RequestsPerConnection);
    private readonly LoopSocket _socket = socket;
    private readonly long _timeout = Clock.ToTicks(shape.Timeout);
    private Stage _stage;
    private Ending _ending;
    private ReadOnlyMemory<byte> _unsent;
    private bool _isReused;
    private long _due;

    private enum Stage
    {
        Idle,
        Connecting,
        Writing,
        Reading,
        Refused, // by the system, which sent nothing: the peer has broken the connection since its last response
        Ended,
    }

    /// <inheritdoc/>
    public override void Send(Sender sender, long now)
    {
        _exchange.Begin(Phase, Recorder, now);
        _due = now + _timeout;
        if (_socket.IsClosed)
        {
            _socket.Close(); // as the peer did, with its last response or since then
        }

        _isReused = _socket.IsOpen;
        if (_isReused)
        {
            _unsent = _exchange.Bytes;
            Write();
        }
        else
        {
            Open();
        }
    }

    /// <inheritdoc/>
    /// <remarks>A request of which nothing was sent begins anew.</remarks>
    public override bool TryEnd([NotNullWhen(true)] out Sender? ended, out Ending ending)
    {
        ended = null;
        if (_stage == Stage.Refused)
        {
            _isReused = false;
            _exchange.Unsent(Recorder);
            _socket.Close();
            Open();
        }

        ending = _ending;
        if (_stage != Stage.Ended)
        {
            return false;
        }

        _stage = Stage.Idle;
        ended = sender;
        if (ending != Ending.Answered)
        {
            _socket.Close();
        }

        return true;
    }

    /// <inheritdoc/>
    public override bool Flush() => false;

    /// <inheritdoc/>
    public override void OnReady()
    {
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
            case Stage.Reading when _isReused && _socket.IsUnsent:
                _stage = Stage.Refused;
                break;
            case Stage.Reading:
                Read();
                break;
            case Stage.Idle when _socket.HasInput:
                _socket.Close(); // the peer has closed it, or sent unrequested bytes
                break;
        }
    }

    /// <inheritdoc/>
    public override void OnTime(long now)
    {
        if (_stage is Stage.Connecting or Stage.Writing or Stage.Reading && (now > _due || Phase.IsAborted))
        {
            End(overdue: true);
        }
    }

    /// <inheritdoc/>
    public override bool IsUnserved(LoadPhase phase) => _exchange.IsUnserved(phase);

    public override void Close() => _socket.Close();

    private void Open()
    {
        _unsent = _exchange.Bytes;
        _stage = Stage.Connecting;
        OnConnected(_socket.Connect(address));
    }

    private void OnConnected(int result)
    {
        if (result == LoopSocket.Failed)
        {
            Fail();
        }
        else if (result != LoopSocket.WouldBlock)
        {
            _exchange.Connected(Recorder, Stopwatch.GetTimestamp());
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
            if (sent == LoopSocket.WouldBlock)
            {
                return;
            }

            if (sent == LoopSocket.Failed)
            {
                if (_isReused && _unsent.Length == _exchange.Bytes.Length)
                {
                    _stage = Stage.Refused;
                    return;
                }

                _exchange.Fail(_socket.Error);
                Read(); // the server may have answered before it closed
                return;
            }

            _isReused &= sent == _exchange.Bytes.Length; // what is sent in parts doesn't begin anew
            _unsent = _unsent[sent..];
        }

        _exchange.Written(Recorder);
        _stage = Stage.Reading;
        if (_socket.IsClosed)
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
            if (received == LoopSocket.WouldBlock)
            {
                return;
            }

            if (received == LoopSocket.Failed)
            {
                Fail();
                return;
            }

            // An endless response must not keep the thread from its other connections.
            var now = Stopwatch.GetTimestamp();
            var overdue = now > _due;
            if (_exchange.Received(Recorder, received, now, overdue, _socket.IsCut) || overdue || Phase.IsAborted)
            {
                End(overdue || Phase.IsAborted);
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
        _ending = _exchange.End(Recorder, overdue);
        _stage = Stage.Ended;
    }
}
