using System.Diagnostics;
using ThroughputKit.Pacing;

namespace ThroughputKit.Engines.Sockets;

/// <summary>
/// Ends the pauses of virtual users when they are due. One thread waits for the due times, and the connections continue on it until they have to wait.
/// Allocates nothing for a pause.
/// </summary>
internal sealed class Pauses(LoadPhase phase, int connections)
{
    private static readonly TimeSpan _tick = TimeSpan.FromMilliseconds(10);

    // A wait that can be ended early is precise to about a millisecond, so it ends before the due time, and a sleep does the rest.
    private static readonly TimeSpan _rest = TimeSpan.FromMilliseconds(2);

    // Held for less than a microsecond, to begin or to end a pause.
    private readonly object _lock = new();
    private readonly PriorityQueue<(Turn Turn, bool HasRequest), long> _paused = new(connections);
    private bool _isUsedUp;
    private bool _isOver;

    /// <summary>Waits until a time, or until there can be no other request. Called by connections.</summary>
    /// <param name="turn">The wait of the connection.</param>
    /// <param name="due">The time, in Stopwatch ticks.</param>
    /// <param name="hasRequest">Whether the connection has taken its next request already.</param>
    public ValueTask<bool> UntilAsync(Turn turn, long due, bool hasRequest)
    {
        lock (_lock)
        {
            if (_isOver || (_isUsedUp && !hasRequest))
            {
                return ValueTask.FromResult(false);
            }

            var wait = turn.Begin();
            var isFirst = !_paused.TryPeek(out _, out var first) || due < first;
            _paused.Enqueue((turn, hasRequest), due);
            if (isFirst)
            {
                Monitor.Pulse(_lock);
            }

            return wait;
        }
    }

    /// <summary>Ends pauses until the window is over, or <see cref="Stop"/> is called. Called by one thread, once the phase is open.</summary>
    public void Run()
    {
        while (NextDue() is { } turn)
        {
            turn.End(isDue: true);
        }

        while (_paused.TryDequeue(out var paused, out _))
        {
            paused.Turn.End(isDue: false);
        }
    }

    /// <summary>Begins no more pauses. Called once no connection pauses.</summary>
    public void Stop()
    {
        lock (_lock)
        {
            _isOver = true;
            Monitor.Pulse(_lock);
        }
    }

    private Turn? NextDue()
    {
        while (true)
        {
            TimeSpan left;
            lock (_lock)
            {
                var now = Stopwatch.GetTimestamp();
                if (_isOver || !phase.Window.Includes(now))
                {
                    _isOver = true;
                    return null;
                }

                if (!_isUsedUp && !phase.HasNext(default))
                {
                    EndThoseWithoutRequest(now);
                }

                if (!_paused.TryPeek(out _, out var due))
                {
                    Monitor.Wait(_lock, _tick);
                    continue;
                }

                if (due <= now)
                {
                    return _paused.Dequeue().Turn;
                }

                left = Clock.ToTimeSpan(Clock.ToNanoseconds(due - now));
                if (left > _rest)
                {
                    left -= _rest;
                    Monitor.Wait(_lock, left < _tick ? left : _tick);
                    continue;
                }
            }

            PacerThread.Sleep(left);
        }
    }

    // All requests of the run have been taken.
    private void EndThoseWithoutRequest(long now)
    {
        _isUsedUp = true;
        var all = _paused.UnorderedItems.ToArray();
        _paused.Clear();
        _paused.EnqueueRange(all.Select(p => (p.Element, p.Element.HasRequest ? p.Priority : now)));
    }
}
