using System.Diagnostics;
using ThroughputKit.Pacing;

namespace ThroughputKit.Engines.Sockets;

/// <summary>
/// Hands each request of a set rate to a free connection when it is due. One thread waits for the due times. If no connection
/// is free, the next one to become free takes the overdue request directly.
/// </summary>
internal sealed class Turns(LoadPhase phase, int connections)
{
    private static readonly TimeSpan _tick = TimeSpan.FromMilliseconds(10);
    private static readonly long _tickLength = Clock.ToTicks(_tick);

    // Held for less than a microsecond, to take a request or a connection.
    private readonly object _lock = new();
    private readonly Queue<Turn> _free = new(connections); // the longest free first
    private PlannedRequests? _plan;
    private long? _noneFreeSince;
    private bool _isOver;

    /// <summary>Waits until the connection gets a request. Returns false when the phase begins no more requests. Called by connections.</summary>
    public ValueTask<bool> NextAsync(Turn turn)
    {
        lock (_lock)
        {
            var now = Stopwatch.GetTimestamp();
            if (_plan is not null && TryTake(turn, now))
            {
                return ValueTask.FromResult(true);
            }

            // Whoever becomes free with the end of the window was busy until then.
            if (_isOver || (_plan is not null && !phase.Window.Includes(now)))
            {
                return ValueTask.FromResult(false);
            }

            var next = turn.Begin();
            _free.Enqueue(turn);
            _noneFreeSince = null;
            if (_free.Count == 1)
            {
                Monitor.Pulse(_lock);
            }

            return next;
        }
    }

    /// <summary>Hands requests to connections until the phase begins no more. Called by one thread, once the phase is open.</summary>
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

        phase.RecordUnsent(_plan, _noneFreeSince); // not under the lock, for which connections wait
    }

    // Never early, whatever the precision of a sleep. Requests that are overdue at the end of the window are never sent.
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
                    return null;
                }

                if (_free.Count == 0)
                {
                    Monitor.Wait(_lock, _tick);
                    continue;
                }

                if (TryTake(_free.Peek(), now))
                {
                    var turn = _free.Dequeue();
                    _noneFreeSince = _free.Count > 0 ? null : now;
                    return turn;
                }

                left = Clock.ToTimeSpan(Clock.ToNanoseconds(Math.Min(_plan.Due - now, _tickLength)));
            }

            PacerThread.Sleep(left);
        }
    }

    private bool TryTake(Turn turn, long now)
    {
        if (_plan!.Due > now || !phase.Window.Includes(now))
        {
            return false;
        }

        turn.Take(_plan, hasWaited: PlannedRequests.WaitsForConnection(_plan.Due, _noneFreeSince));
        return true;
    }
}
