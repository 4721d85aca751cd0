using System.Diagnostics;
using System.Net;
using ThroughputKit.Engines.Http2;
using ThroughputKit.Engines.Linux;
using ThroughputKit.Pacing;
using ThroughputKit.Recording;
using ThroughputKit.Traffic;

namespace ThroughputKit.Engines.Loops;

/// <summary>Waits for all its connections at once, passes each its events, and does what their senders decide. Used by one thread.</summary>
internal sealed class EventLoop : IDisposable
{
    private static readonly TimeSpan _tick = TimeSpan.FromMilliseconds(10);
    private static readonly long _tickLength = Clock.ToTicks(_tick);

    private readonly IPoller _poller;
    private readonly LoopConnection[] _connections;
    private readonly Senders _senders;
    private readonly int _loop;
    private readonly int _loops;
    private readonly int _sendersOfEach;
    private readonly int _socketsOfEach;
    private readonly bool _sendsTogether;
    private readonly long[] _taken; // by connection, the last wait that had an event of it
    private long _waits;
    private long _nextTick;
    private int _active;

    /// <summary>
    /// Creates one of several loops that share the connections of the load. They hand requests of a set rate to one another through
    /// <paramref name="overdue"/>, which is <see langword="null"/> for a single loop or a closed loop.
    /// </summary>
    /// <exception cref="EngineNotAvailableException">The system doesn't permit such a poller.</exception>
    public EventLoop(SocketAddress address, LoadShape shape, int loop, int loops, OverdueRequests? overdue, Func<int, IPoller> createPoller)
    {
        int[] connections = [.. Enumerable.Range(0, shape.Connections).Where(c => c % loops == loop)];
        (_loop, _loops, _sendersOfEach, _sendsTogether) = (loop, loops, shape.SendersOfEach, shape.Http2 is null);
        _socketsOfEach = shape.Http2 is null ? 1 : LoopHttp2Connection.Sockets;
        _poller = createPoller(connections.Length * _socketsOfEach);
        try
        {
            if (overdue is not null)
            {
                _poller.AllowWake();
            }
        }
        catch
        {
            _poller.Dispose();
            throw;
        }

        var shared = new byte[ReceiveBuffer.Size];
        var requests = new Http2Requests(shape.Http2 is { IsSecure: true });
        _connections = [.. connections.Select((c, index) => Create(index, SendersOf(c, shape)))];
        _taken = new long[_connections.Length];
        _senders = new Senders(_connections.Length * _sendersOfEach, overdue, _poller.Wake);
        overdue?.Join(_senders);

        LoopConnection Create(int index, Sender[] senders) => shape.Http2 is null
            ? new LoopHttp1Connection(address, _poller.Create(index), shape, shared, senders[0])
            : new LoopHttp2Connection(
                address, Enumerable.Range(index * _socketsOfEach, _socketsOfEach).Select(_poller.Create), shape, shared, senders, requests);
    }

    /// <summary>Gets the processor time of the loop's thread in the last phase.</summary>
    public TimeSpan Cpu { get; private set; }

    /// <summary>Gets the bytes that the loop's thread allocated in the last phase.</summary>
    public long AllocatedBytes { get; private set; }

    /// <summary>Generates the loop's part of the load, and measures what that costs.</summary>
    public void Run(LoadPhase phase)
    {
        var (cpu, allocated) = (Libc.ThreadTime(), GC.GetAllocatedBytesForCurrentThread());
        Run(phase, phase.Recorders.Current);
        (Cpu, AllocatedBytes) = (Libc.ThreadTime() - cpu, GC.GetAllocatedBytesForCurrentThread() - allocated);
    }

    public void Dispose()
    {
        foreach (var connection in _connections)
        {
            connection.Close();
        }

        _poller.Dispose();
    }

    private void Run(LoadPhase phase, Recorder recorder)
    {
        // Takes the events of idle connections since the last phase. Each event is reported once.
        while (Take(TimeSpan.Zero) > 0)
        {
            // there may be more
        }

        _senders.Enter(phase.Schedule);
        _senders.Start(_loop, _loops);
        _active = _connections.Length * _sendersOfEach;
        var now = Stopwatch.GetTimestamp();
        _nextTick = now + _tickLength;
        foreach (var connection in _connections)
        {
            connection.Enter(phase, recorder);
            foreach (var sender in connection.Senders)
            {
                sender.Enter(phase.Schedule);
                sender.Begin(now = Stopwatch.GetTimestamp());
                Act(connection, sender, now);
            }

            GoOn(connection);
        }

        while (_active > 0)
        {
            Take(Until(_senders.WakeAt(now)));
            while (_senders.Next(now = Stopwatch.GetTimestamp()) is { } sender)
            {
                var connection = _connections[sender.Index / _sendersOfEach / _loops];
                Act(connection, sender, now);
                GoOn(connection);
            }

            _senders.Share(now);
            Tick(now);
        }

        phase.RecordUnsent(_senders);
        foreach (var connection in _connections)
        {
            recorder.UnservedConnections += connection.IsUnserved(phase) ? 1 : 0;
        }
    }

    private static TimeSpan Until(long at)
    {
        var left = at == long.MaxValue ? at : at - Stopwatch.GetTimestamp();
        return left >= _tickLength ? _tick
            : left > 0 ? Clock.ToTimeSpan(Clock.ToNanoseconds(left))
            : TimeSpan.Zero;
    }

    private static Sender[] SendersOf(int connection, LoadShape shape) =>
        [.. Enumerable.Range(connection * shape.SendersOfEach, shape.SendersOfEach).Select(s => new Sender(s, shape.Senders, shape.Room))];

    // All available responses are received first, then all next requests are sent: the app, which shares the cores, wakes
    // for a batch rather than for each request. Streams of a connection are a batch by themselves. Returns the number of events.
    private int Take(TimeSpan wait)
    {
        var count = _poller.Wait(wait);
        _waits++;
        for (var i = 0; i < count; i++)
        {
            if (_poller.NumberOf(i) is >= 0 and var socket)
            {
                TakeOne(socket / _socketsOfEach);
            }
        }

        for (var i = 0; _sendsTogether && i < count; i++)
        {
            if (_poller.NumberOf(i) >= 0)
            {
                GoOn(_connections[_poller.NumberOf(i)]);
            }
        }

        return count;
    }

    private void TakeOne(int number)
    {
        if (_sendsTogether)
        {
            _connections[number].OnReady();
        }
        else if (_taken[number] != _waits) // or it was of a socket that may have been replaced since
        {
            _taken[number] = _waits;
            _connections[number].OnReady();
            GoOn(_connections[number]);
        }
    }

    private void Tick(long now)
    {
        if (now < _nextTick)
        {
            return;
        }

        _nextTick = now + _tickLength;
        foreach (var connection in _connections)
        {
            connection.OnTime(now);
            GoOn(connection);
        }
    }

    private void GoOn(LoopConnection connection)
    {
        do
        {
            while (connection.TryEnd(out var sender, out var ending))
            {
                var now = Stopwatch.GetTimestamp();
                sender.Ended(ending, now);
                Act(connection, sender, now);
            }
        }
        while (connection.Flush());
    }

    // Does what a sender has decided. What comes of it is taken when the connection goes on.
    private void Act(LoopConnection connection, Sender sender, long now)
    {
        _senders.Place(sender, now);
        if (sender.Move == Move.Send)
        {
            connection.Send(sender, now);
        }
        else if (sender.Move == Move.End)
        {
            _active--;
        }
    }
}
