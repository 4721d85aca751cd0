using ThroughputKit.Pacing;

namespace ThroughputKit.Traffic;

/// <summary>
/// Decides what one connection, or one user, does next, and when. A pure state machine: it is told what happened and what time it is, so that all engines
/// decide the same, and only move bytes. Times are Stopwatch ticks.
/// </summary>
/// <remarks>
/// 1. <see cref="Enter"/> and <see cref="Begin"/>, once for each phase. 2. <see cref="Ended"/> after each request. 3. <see cref="GoOn"/> when a wait is over,
/// and <see cref="Give"/> when there is a request for it. Allocates nothing.
/// </remarks>
/// <param name="index">The number of the sender, from zero.</param>
/// <param name="count">The number of senders of the load.</param>
/// <param name="room">The maximum length of a request with data; zero if there is none.</param>
internal sealed class Sender(int index = 0, int count = 1, int room = 0)
{
    private Schedule? _schedule;
    private RequestShare _share;
    private Backoff _backoff;

    /// <summary>Gets the number of the sender, from zero.</summary>
    public int Index => index;

    /// <summary>Gets what chooses and writes its requests.</summary>
    public RequestSource Source { get; } = new(index, count, room);

    /// <summary>Gets what the sender does next. It stays <see cref="Move.Send"/> while the request is in flight.</summary>
    public Move Move { get; private set; }

    /// <summary>Gets when its wait is over. It may be over sooner: see <see cref="IsInVain"/>.</summary>
    public long Until { get; private set; }

    /// <summary>Gets the number of the request to send or, if <see cref="Schedule.CountsPasses"/>, of its pass.</summary>
    public long Number { get; private set; }

    /// <summary>Gets when the request was to be sent: its time at a set rate, or the end of a pause; <see langword="null"/> if it had no time.</summary>
    public long? Due { get; private set; }

    /// <summary>Gets whether the request is one of a set rate, or the first of such a pass. Its latency counts from its due time.</summary>
    public bool IsPlanned { get; private set; }

    /// <summary>Gets whether a request of a set rate would have been on time if a connection had been free.</summary>
    public bool HasWaited { get; private set; }

    /// <summary>Gets whether the sender pauses before a request that it can't get any more.</summary>
    public bool IsInVain => Move == Move.Think && !HasMore;

    /// <summary>Gets whether the sender may have another request in this phase, as far as a number of them decides that.</summary>
    public bool HasMore => GoesOn || _schedule!.HasNext(_share);

    // Within a pass there is nothing to wait for, and nothing to take.
    private bool GoesOn => _schedule!.CountsPasses && Source.IsWithinPass;

    // At a set rate the plan decides when the next pass begins, not the pause before it.
    private bool MayThink => GoesOn || (!_schedule!.IsPaced && HasMore);

    /// <summary>Prepares for a phase.</summary>
    public void Enter(Schedule schedule)
    {
        (_schedule, _share) = (schedule, schedule.ShareOf(index, count));
        Source.Enter(schedule);
    }

    /// <summary>Begins, once the phase is open. At a set rate it may begin before.</summary>
    public Move Begin(long now) => Next(now, due: null);

    /// <summary>Gives the sender a request of a set rate, or a pass.</summary>
    public void Give(long number, long due, bool hasWaited) =>
        (Move, Number, Due, IsPlanned, HasWaited) = (Move.Send, number, due, true, hasWaited);

    /// <summary>Goes on after a request.</summary>
    public Move Ended(Ending ending, long now)
    {
        if (ending is Ending.Answered or Ending.AnsweredLast)
        {
            _backoff.Reset();
        }
        else
        {
            _schedule!.GiveUp(ref _share);
        }

        if (ending == Ending.Broken)
        {
            _schedule!.GiveBack(ref _share);
            return Wait(Move.BackOff, Math.Min(now + Clock.ToTicks(_backoff.Next()), _schedule.Window.End));
        }

        return _schedule!.HasPauses && Source.User!.Pause is var pause && pause > TimeSpan.Zero && MayThink
            ? Wait(Move.Think, now + Clock.ToTicks(pause))
            : Next(now, due: null);
    }

    /// <summary>Goes on after a wait, which is over or in vain.</summary>
    public Move GoOn(long now) => Move == Move.Think && now < Until && _schedule!.Window.Includes(now)
        ? Stop() // a request that was given back in the meantime is taken again by who gave it back
        : Next(now, due: Move == Move.Think ? Until : null);

    /// <summary>Ends the sender, because the phase has no request for it.</summary>
    public Move Stop() => Move = Move.End;

    private Move Next(long now, long? due)
    {
        var number = Number;
        if (GoesOn)
        {
            if (!_schedule!.Window.Includes(now))
            {
                return Stop();
            }
        }
        else if (_schedule!.IsPaced)
        {
            return Wait(Move.AwaitTurn, long.MaxValue);
        }
        else if (WaitsUntil(now) is var at && at > now)
        {
            return Wait(Move.AwaitTurn, Math.Min(at, _schedule.Window.End));
        }
        else if (!_schedule.TryNext(ref _share, now, out number, Source.Together))
        {
            return Stop();
        }

        (Number, Due, IsPlanned, HasWaited) = (number, due, false, false);
        return Move = Move.Send;
    }

    // A user leaves only between two passes.
    private long WaitsUntil(long now) =>
        _schedule!.Users is not null && !Source.IsWithinPass && _schedule.Window.Includes(now) ? _schedule.JoinsAt(index, now) : now;

    private Move Wait(Move move, long until)
    {
        Until = until;
        return Move = move;
    }
}
