using System.Diagnostics;
using ThroughputKit.Pacing;
using ThroughputKit.Traffic;

namespace ThroughputKit.Engines.Sockets;

/// <summary>
/// Ends the waits of senders: at a set rate when there is a request for them, and their pauses. One thread waits for the times, and senders continue on it
/// until they have to wait. A sender that becomes free takes an overdue request directly. Allocates nothing for a wait.
/// </summary>
internal sealed class Turns
{
    private static readonly TimeSpan _tick = TimeSpan.FromMilliseconds(10);

    // A wait that can be ended early is precise to about a millisecond, so it ends before the time, and a sleep does the rest.
    private static readonly TimeSpan _rest = TimeSpan.FromMilliseconds(2);

    // Held for less than a microsecond, to begin or to end a wait.
    private readonly object _lock = new();
    private readonly LoadPhase _phase;
    private readonly Senders _senders;
    private readonly Turn?[] _turns; // of the senders, by their numbers
    private bool _isOver;

    public Turns(LoadPhase phase, int senders)
    {
        (_phase, _senders, _turns) = (phase, new Senders(senders), new Turn?[senders]);
        _senders.Enter(phase.Schedule);
    }

    /// <summary>Returns the turns of a phase whose requests have times; <see langword="null"/> for another one.</summary>
    public static Turns? Of(LoadPhase phase, int senders) => phase.Schedule.HasTimes ? new Turns(phase, senders) : null;

    /// <summary>Waits until the sender sends. Returns false if it has come to its end instead. Called by senders that have to wait.</summary>
    public ValueTask<bool> NextAsync(Turn turn)
    {
        lock (_lock)
        {
            var now = Stopwatch.GetTimestamp();
            if (_isOver)
            {
                turn.Sender.Stop();
            }

            var before = _senders.WakeAt(now);
            _senders.Place(turn.Sender, now);
            if (turn.Sender.Move is Move.Send or Move.End)
            {
                return ValueTask.FromResult(turn.Sender.Move == Move.Send);
            }

            _turns[turn.Sender.Index] = turn;
            if (_senders.WakeAt(now) < before)
            {
                Monitor.Pulse(_lock);
            }

            return turn.Begin();
        }
    }

    /// <summary>Ends waits until the phase begins no more requests, or <see cref="Stop"/> is called. Called by one thread, once the phase is open.</summary>
    public void Give()
    {
        lock (_lock)
        {
            _senders.Start();
        }

        while (Next() is { } turn)
        {
            turn.End();
        }

        _phase.RecordUnsent(_senders); // not under the lock, for which senders wait
    }

    /// <summary>Ends no more waits. Called once nobody waits.</summary>
    public void Stop()
    {
        lock (_lock)
        {
            _isOver = true;
            Monitor.Pulse(_lock);
        }
    }

    // Never early, whatever the precision of a sleep.
    private Turn? Next()
    {
        while (true)
        {
            TimeSpan left;
            lock (_lock)
            {
                var now = Stopwatch.GetTimestamp();
                if (_senders.Next(now) is { } sender)
                {
                    return _turns[sender.Index];
                }

                _isOver |= _senders.IsOver(now);
                if (_isOver)
                {
                    return null;
                }

                // The next time at a set rate can't become an earlier one while a sender is free.
                var at = _senders.WakeAt(now);
                left = at == long.MaxValue ? _tick + _rest : Clock.ToTimeSpan(Clock.ToNanoseconds(at - now));
                if (left > _rest && (at == long.MaxValue || !_phase.Schedule.IsPaced || _phase.Schedule.HasPauses))
                {
                    left -= _rest;
                    Monitor.Wait(_lock, left < _tick ? left : _tick);
                    continue;
                }
            }

            PacerThread.Sleep(left < _tick ? left : _tick);
        }
    }
}
