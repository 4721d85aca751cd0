using System.Diagnostics;
using System.Net;
using ThroughputKit.Engines.Linux;
using ThroughputKit.Pacing;
using ThroughputKit.Recording;

namespace ThroughputKit.Engines.Epoll;

/// <summary>Waits for all its connections at once and passes each its events. Used by one thread.</summary>
internal sealed class EpollLoop : IDisposable
{
    private static readonly TimeSpan _tick = TimeSpan.FromMilliseconds(10);
    private static readonly long _tickLength = Clock.ToTicks(_tick);

    // The interval at which a loop without a free connection checks for one that has become free in another loop.
    private static readonly TimeSpan _retry = TimeSpan.FromMilliseconds(1);

    private readonly Poller _poller = new();
    private readonly EpollConnection[] _connections;
    private readonly Queue<EpollConnection> _free; // the longest free first
    private readonly PriorityQueue<EpollConnection, long> _thinking = new(); // by when their pauses end
    private readonly int _sender;
    private readonly int _senders;
    private readonly OverdueRequests? _overdue;
    private long _nextTick;
    private int _busy;
    private volatile bool _hasFree;

    /// <summary>
    /// Creates one of several loops that share the connections of the load. They hand requests of a set rate to one another through
    /// <paramref name="overdue"/>, which is <see langword="null"/> for a single loop or a closed loop.
    /// </summary>
    /// <exception cref="EngineNotAvailableException">The system doesn't permit epoll.</exception>
    public EpollLoop(SocketAddress address, LoadShape shape, int sender, int senders, OverdueRequests? overdue)
    {
        (_sender, _senders, _overdue) = (sender, senders, overdue);
        if (overdue is not null)
        {
            _poller.AllowWake();
            overdue.Join(this);
        }

        var shared = new byte[ReceiveBuffer.Size];
        _connections =
        [
            .. Enumerable.Range(0, shape.Connections).Where(c => c % senders == sender)
                .Select((connection, index) => new EpollConnection(address, _poller, shape, shared, _thinking, index, connection)),
        ];
        _free = new Queue<EpollConnection>(_connections.Length);
    }

    /// <summary>Gets whether the loop has a free connection, at a set rate. Read by other loops; may lag a little.</summary>
    public bool HasFree => _hasFree;

    /// <summary>Gets the processor time of the loop's thread in the last phase.</summary>
    public TimeSpan Cpu { get; private set; }

    /// <summary>Gets the bytes that the loop's thread allocated in the last phase.</summary>
    public long AllocatedBytes { get; private set; }

    /// <summary>Ends the loop's wait, because there is a request for it to send. Called by other loops.</summary>
    public void Wake() => _poller.Wake();

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
        // Takes the events of idle connections since the last phase. Waits as often as necessary, since each event is reported once.
        while (Take(TimeSpan.Zero) == Poller.MaxEvents)
        {
            // there may be more
        }

        foreach (var connection in _connections)
        {
            connection.Enter(phase, recorder);
        }

        _free.Clear();
        _thinking.Clear();
        _thinking.EnsureCapacity(phase.HasPauses ? _connections.Length : 0);
        _nextTick = Stopwatch.GetTimestamp() + _tickLength;
        if (phase.IsPaced)
        {
            RunPaced(phase, recorder, phase.Plan(_sender, _senders));
        }
        else
        {
            RunClosed(phase);
        }

        foreach (var connection in _connections)
        {
            recorder.UnservedConnections += connection.IsUnserved(phase) ? 1 : 0;
        }
    }

    // Closed loop: each connection sends its next request when it has received the last response.
    private void RunClosed(LoadPhase phase)
    {
        _busy = _connections.Length;
        foreach (var connection in _connections)
        {
            connection.Begin();
            After(connection, wasBusy: true);
        }

        while (_busy > 0)
        {
            Take(_thinking.TryPeek(out _, out var due) ? Until(due - Stopwatch.GetTimestamp()) : _tick);
            EndPauses(phase);
            Tick(Stopwatch.GetTimestamp());
        }
    }

    // Those that are due, or all once the window is over.
    private void EndPauses(LoadPhase phase)
    {
        while (_thinking.TryPeek(out var connection, out var due) && Stopwatch.GetTimestamp() is var now && (due <= now || !phase.Window.Includes(now)))
        {
            _thinking.Dequeue();
            var wasBusy = connection.IsBusy;
            connection.EndPause();
            After(connection, wasBusy);
        }
    }

    // Open loop: each request is sent when it is due, on any free connection, or as soon as a connection is free.
    private void RunPaced(LoadPhase phase, Recorder recorder, PlannedRequests plan)
    {
        _busy = 0;
        foreach (var connection in _connections)
        {
            _free.Enqueue(connection);
        }

        long? noneFreeSince = null;
        long now;
        plan.Advance();
        while (phase.Window.Includes(now = Stopwatch.GetTimestamp()))
        {
            while (_free.Count > 0 && TryTakeDue(plan, now, out var number, out var due))
            {
                var connection = _free.Dequeue();
                _busy++;
                if (PlannedRequests.WaitsForConnection(due, noneFreeSince))
                {
                    recorder.HasWaited(Clock.ToNanoseconds(now - due));
                }

                connection.Send(number, due);
                After(connection, wasBusy: true);
            }

            noneFreeSince = _free.Count > 0 ? null : noneFreeSince ?? now;
            if (_overdue is null && _busy == 0 && !plan.HasNext)
            {
                return;
            }

            Share(plan, now);
            Take(Wait(plan.Due - now));
            Tick(Stopwatch.GetTimestamp());
        }

        // Requests that are overdue now are never sent.
        _hasFree = false;
        phase.RecordUnsent(plan, noneFreeSince);
        while (_overdue is { HasAny: true } && _overdue.TryGive(long.MaxValue, out var number, out var due))
        {
            phase.RecordUnsent(number, due, noneFreeSince);
        }

        while (_busy > 0)
        {
            Take(_tick);
            Tick(Stopwatch.GetTimestamp());
        }
    }

    // Takes the next due request, of this loop or of another loop that has no free connection.
    private bool TryTakeDue(PlannedRequests plan, long now, out long number, out long due)
    {
        if (_overdue is { HasAny: true } && _overdue.TryGive(Math.Min(plan.Due, now), out number, out due))
        {
            return true;
        }

        (number, due) = (plan.Number, plan.Due);
        if (due > now)
        {
            return false;
        }

        plan.Advance();
        return true;
    }

    // With several loops: publishes whether this one has a free connection, and hands on due requests if it has none.
    private void Share(PlannedRequests plan, long now)
    {
        if (_overdue is null)
        {
            return;
        }

        if (HasFree != _free.Count > 0)
        {
            _hasFree = _free.Count > 0;
        }

        if (!HasFree)
        {
            _overdue.Take(this, plan, now);
        }
    }

    private static TimeSpan Until(long left) => left >= _tickLength ? _tick
        : left > 0 ? Clock.ToTimeSpan(Clock.ToNanoseconds(left))
        : TimeSpan.Zero;

    // Without a free connection, a due request can only be handed to another loop.
    private TimeSpan Wait(long untilDue)
    {
        if (_free.Count == 0 && _overdue is null)
        {
            return _tick;
        }

        return _free.Count == 0 && untilDue <= 0 ? _retry : Until(untilDue);
    }

    // All available responses are received first, then all next requests are sent: the app, which shares the cores, wakes
    // for a batch rather than for each request. Returns the number of events.
    private int Take(TimeSpan wait)
    {
        var count = _poller.Wait(wait);
        for (var i = 0; i < count; i++)
        {
            if (_poller.NumberOf(i) != Poller.WakeNumber)
            {
                _connections[_poller.NumberOf(i)].OnReady(_poller.IsClosed(i));
            }
        }

        for (var i = 0; i < count; i++)
        {
            if (_poller.NumberOf(i) != Poller.WakeNumber)
            {
                GoOn(_connections[_poller.NumberOf(i)]);
            }
        }

        return count;
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
            var wasBusy = connection.IsBusy;
            connection.OnTime(now);
            connection.GoOn();
            After(connection, wasBusy);
        }
    }

    private void GoOn(EpollConnection connection)
    {
        var wasBusy = connection.IsBusy;
        connection.GoOn();
        After(connection, wasBusy);
    }

    private void After(EpollConnection connection, bool wasBusy)
    {
        if (wasBusy && !connection.IsBusy)
        {
            _busy--;
            _free.Enqueue(connection);
        }
    }
}
