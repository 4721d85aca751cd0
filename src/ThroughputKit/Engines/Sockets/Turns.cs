using System.Diagnostics;
using ThroughputKit.Measurement;

namespace ThroughputKit.Engines.Sockets;

/// <summary>
/// Gives each request of a set rate, when it is due, to any connection that is free: one thread waits for the times. When
/// none is free, the next one that is takes what is overdue by itself.
/// </summary>
internal sealed class Turns(LoadPhase phase, int connections)
{
    private static readonly TimeSpan _tick = TimeSpan.FromMilliseconds(10);
    private static readonly long _tickLength = Clock.ToTicks(_tick);

    // Held for less than a microsecond: to take a request or a connection.
    private readonly object _lock = new();
    private readonly Stack<Turn> _free = new(connections);
    private PlannedRequests? _plan;
    private long? _noneFreeSince;
    private bool _isOver;

    /// <summary>Waits until the connection is given a request; false when the phase begins no more. For connections.</summary>
    public ValueTask<bool> NextAsync(Turn turn)
    {
        lock (_lock)
        {
            if (_plan is not null && TryTake(turn, Stopwatch.GetTimestamp()))
            {
                return ValueTask.FromResult(true);
            }

            if (_isOver)
            {
                return ValueTask.FromResult(false);
            }

            var next = turn.Begin();
            _free.Push(turn);
            _noneFreeSince = null;
            if (_free.Count == 1)
            {
                Monitor.Pulse(_lock);
            }

            return next;
        }
    }

    /// <summary>Gives requests to connections until the phase begins no more. For one thread, once the phase is opened.</summary>
    public void Give()
    {
        lock (_lock)
        {
            _plan = phase.Plan(sender: 0, senders: 1);
            _plan.Advance();
        }

        while (NextDue() is { } turn)
        {
            turn.End(isDue: true);
        }

        foreach (var turn in _free)
        {
            turn.End(isDue: false);
        }
    }

    // Never early, whatever a sleep does; what is overdue when the window is over is never sent.
    private Turn? NextDue()
    {
        while (true)
        {
            TimeSpan left;
            lock (_lock)
            {
                var now = Stopwatch.GetTimestamp();
                if (!_plan!.HasNext || !phase.Window.Includes(now))
                {
                    _isOver = true;
                    phase.RecordUnsent(_plan, _noneFreeSince);
                    return null;
                }

                if (_free.Count == 0)
                {
                    Monitor.Wait(_lock, _tick);
                    continue;
                }

                if (TryTake(_free.Peek(), now))
                {
                    var turn = _free.Pop();
                    _noneFreeSince = _free.Count > 0 ? null : now;
                    return turn;
                }

                left = Clock.ToTimeSpan(Clock.ToNanoseconds(Math.Min(_plan.Due - now, _tickLength)));
            }

            Sleep.For(left);
        }
    }

    private bool TryTake(Turn turn, long now)
    {
        if (_plan!.Due > now || !phase.Window.Includes(now))
        {
            return false;
        }

        turn.Take(_plan, hasWaited: _plan.WaitsForConnection(_noneFreeSince));
        return true;
    }
}
