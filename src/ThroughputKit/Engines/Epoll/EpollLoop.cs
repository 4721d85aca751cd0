using System.Diagnostics;
using System.Net;
using ThroughputKit.Measurement;

namespace ThroughputKit.Engines.Epoll;

/// <summary>Waits for all its connections at once, and gives each what has happened to it. For one thread.</summary>
internal sealed class EpollLoop : IDisposable
{
    private static readonly TimeSpan _tick = TimeSpan.FromMilliseconds(10);
    private static readonly long _tickLength = Clock.ToTicks(_tick);

    private readonly Poller _poller = new();
    private readonly EpollConnection[] _connections;
    private readonly Stack<EpollConnection> _free;
    private readonly int _sender;
    private readonly int _senders;
    private long _nextTick;
    private int _busy;

    /// <param name="address">Where the load goes.</param>
    /// <param name="shape">What the load is like; its connections are those of all loops together.</param>
    /// <param name="sender">The number of this loop.</param>
    /// <param name="senders">How many loops there are.</param>
    /// <exception cref="EngineNotAvailableException">The system doesn't permit epoll.</exception>
    public EpollLoop(SocketAddress address, LoadShape shape, int sender, int senders)
    {
        (_sender, _senders) = (sender, senders);
        var shared = new byte[ReceiveBuffer.Size];
        _connections =
        [
            .. Enumerable.Range(0, shape.Connections).Where(c => c % senders == sender)
                .Select((first, number) => new EpollConnection(address, _poller, shape, shared, number, first)),
        ];
        _free = new Stack<EpollConnection>(_connections.Length);
    }

    public void Run(LoadPhase phase, Recorder recorder)
    {
        // What happened to idle connections since the last phase.
        Take(TimeSpan.Zero);
        foreach (var connection in _connections)
        {
            connection.Enter(phase, recorder);
        }

        _nextTick = Stopwatch.GetTimestamp() + _tickLength;
        if (phase.IsPaced)
        {
            RunPaced(phase, recorder, phase.Plan(_sender, _senders));
        }
        else
        {
            RunClosed();
        }
    }

    public void Dispose()
    {
        foreach (var connection in _connections)
        {
            connection.Close();
        }

        _poller.Dispose();
    }

    // Closed loop: each connection sends its next request when it has the last response.
    private void RunClosed()
    {
        _busy = _connections.Length;
        foreach (var connection in _connections)
        {
            connection.Begin();
            After(connection, wasBusy: true);
        }

        while (_busy > 0)
        {
            Take(_tick);
            Tick(Stopwatch.GetTimestamp());
        }
    }

    // Open loop: each request is sent when it is due, on any connection that is free, or as soon as one is.
    private void RunPaced(LoadPhase phase, Recorder recorder, PlannedRequests plan)
    {
        _busy = 0;
        _free.Clear();
        foreach (var connection in _connections)
        {
            _free.Push(connection);
        }

        long? noneFreeSince = null;
        long now;
        plan.Advance();
        while (phase.Window.Includes(now = Stopwatch.GetTimestamp()))
        {
            while (plan.Due <= now && _free.TryPop(out var connection))
            {
                _busy++;
                if (plan.WaitsForConnection(noneFreeSince))
                {
                    recorder.HasWaited(Clock.ToNanoseconds(now - plan.Due));
                }

                connection.Send(plan.Index, plan.Due);
                After(connection, wasBusy: true);
                plan.Advance();
            }

            noneFreeSince = _free.Count > 0 ? null : noneFreeSince ?? now;
            if (_busy == 0 && !plan.HasNext)
            {
                return;
            }

            var isNextSoon = _free.Count > 0 && plan.Due - now < _tickLength;
            Take(isNextSoon ? Clock.ToTimeSpan(Clock.ToNanoseconds(plan.Due - now)) : _tick);
            Tick(Stopwatch.GetTimestamp());
        }

        // What is overdue now is never sent.
        phase.RecordUnsent(plan, noneFreeSince);
        while (_busy > 0)
        {
            Take(_tick);
            Tick(Stopwatch.GetTimestamp());
        }
    }

    // First everything that has come is received, then everything that comes next is sent: the app, which shares the
    // cores, wakes to a batch rather than to each request.
    private void Take(TimeSpan wait)
    {
        var count = _poller.Wait(wait);
        for (var i = 0; i < count; i++)
        {
            _connections[_poller.NumberOf(i)].OnReady(_poller.IsClosed(i));
        }

        for (var i = 0; i < count; i++)
        {
            GoOn(_connections[_poller.NumberOf(i)]);
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
            _free.Push(connection);
        }
    }
}
