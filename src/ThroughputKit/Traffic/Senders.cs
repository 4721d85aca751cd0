using System.Diagnostics.CodeAnalysis;
using ThroughputKit.Pacing;

namespace ThroughputKit.Traffic;

/// <summary>
/// The senders that one thread drives, or one lock guards: which of them gets the next request of a set rate, whose wait is over, and when to look again.
/// Knows no clock, and allocates nothing for a request.
/// </summary>
/// <param name="count">The number of senders.</param>
/// <param name="overdue">The due requests that several groups hand to one another; <see langword="null"/> for a single group or a closed loop.</param>
/// <param name="wake">Ends the wait of the group's thread, because there is a request for it. Called by other groups.</param>
internal sealed class Senders(int count, OverdueRequests? overdue = null, Action? wake = null)
{
    // The interval at which a group without a free sender checks for one that has become free in another group.
    private static readonly long _retry = Clock.ToTicks(TimeSpan.FromMilliseconds(1));
    private static readonly long _checkInterval = Clock.ToTicks(TimeSpan.FromMilliseconds(10));

    private readonly Queue<Sender> _free = new(count); // at a set rate; the longest free first
    private readonly PriorityQueue<Sender, long> _waiting = new(); // by when their waits end
    private Schedule? _schedule;
    private long _nextCheck;
    private bool _hasEnded; // the group's plan
    private volatile bool _hasFree;

    /// <summary>Gets whether the group has a free sender, at a set rate. Read by other groups; may lag a little.</summary>
    public bool HasFree => _hasFree;

    /// <summary>Gets since when no sender has been free, at a set rate; <see langword="null"/> if one is.</summary>
    public long? NoneFreeSince { get; private set; }

    /// <summary>Gets the rest of the group's plan; <see langword="null"/> in a closed loop, and before <see cref="Start"/>.</summary>
    public PlannedRequests? Plan { get; private set; }

    /// <summary>Prepares for a phase.</summary>
    public void Enter(Schedule schedule)
    {
        _free.Clear();
        _waiting.Clear();
        _waiting.EnsureCapacity(schedule.HasPauses || schedule.Users is not null ? count : 0);
        (_schedule, Plan, _nextCheck, NoneFreeSince, _hasFree, _hasEnded) = (schedule, null, 0, null, false, false);
    }

    /// <summary>Begins to give out the requests of a set rate, once the phase is open.</summary>
    /// <param name="group">The number of the group, from zero.</param>
    /// <param name="groups">The number of groups.</param>
    public void Start(int group = 0, int groups = 1)
    {
        if (_schedule!.IsPaced)
        {
            Plan = _schedule.Plan(group, groups);
            Plan.Advance();
        }
    }

    /// <summary>Returns whether no waits are left to end: no more requests are given out, and nobody thinks within a pass.</summary>
    public bool IsOver(long now) => HasGivenAll(now) && (!_schedule!.HasPauses || !_schedule.Window.Includes(now));

    /// <summary>Takes in a sender that waits. At a set rate it gets an overdue request at once, or comes to its end with the window.</summary>
    public void Place(Sender sender, long now)
    {
        if (sender.Move is Move.Think or Move.BackOff || (sender.Move == Move.AwaitTurn && !_schedule!.IsPaced))
        {
            _waiting.Enqueue(sender, sender.Until);
        }
        else if (sender.Move == Move.AwaitTurn)
        {
            if (!TryGive(sender, now))
            {
                _free.Enqueue(sender);
            }

            NoteFree(sender, now);
        }
    }

    /// <summary>Returns the next sender whose wait is over: it sends, or has come to its end; <see langword="null"/> if there is none.</summary>
    public Sender? Next(long now)
    {
        if (TryEndWait(now, out var sender))
        {
            return sender;
        }

        if (_free.TryPeek(out sender) && TryGive(sender, now))
        {
            _free.Dequeue();
            NoteFree(sender, now);
            return sender;
        }

        if (now >= _nextCheck)
        {
            _nextCheck = now + _checkInterval;
            EndThoseInVain(now);
            return TryEndWait(now, out sender) ? sender : null;
        }

        return null;
    }

    /// <summary>Returns when <see cref="Next"/> is worth another call, unless a sender is placed before.</summary>
    public long WakeAt(long now)
    {
        var waits = _waiting.TryPeek(out _, out var until) ? until : long.MaxValue;
        return Plan is null || (_free.Count == 0 && overdue is null) ? waits // a due request can only be given to a free sender
            : Math.Min(waits, _free.Count == 0 && Plan.Due <= now ? now + _retry : Plan.Due);
    }

    /// <summary>With several groups: publishes whether this one has a free sender, and hands on due requests if it has none.</summary>
    public void Share(long now)
    {
        if (overdue is null || Plan is null)
        {
            return;
        }

        if (_hasFree != _free.Count > 0)
        {
            _hasFree = _free.Count > 0;
        }

        if (!_hasFree && !HasGivenAll(now))
        {
            overdue.Take(this, Plan, now);
        }

        if (!Plan.HasNext && !_hasEnded)
        {
            _hasEnded = true;
            overdue.End(_schedule!);
        }
    }

    /// <summary>Takes one of the overdue requests of all groups, at the end.</summary>
    public bool TryTakeOverdue(out long number, out long due)
    {
        (number, due) = (0, 0);
        return overdue is { HasAny: true } && overdue.TryGive(long.MaxValue, out number, out due);
    }

    /// <summary>Ends the wait of the group's thread. Called by other groups.</summary>
    public void Wake() => wake!();

    // Gives a sender the next due request, of this group or of another one that has no free sender, or ends it. Returns false if it has to wait.
    private bool TryGive(Sender sender, long now)
    {
        if (HasGivenAll(now))
        {
            sender.Stop();
            return true;
        }

        if (Plan is null)
        {
            return false;
        }

        if (overdue is { HasAny: true } && overdue.TryGive(Math.Min(Plan.Due, now), out var number, out var due))
        {
            sender.Give(number, due, PlannedRequests.WaitsForConnection(due, NoneFreeSince));
            return true;
        }

        if (Plan.Due > now)
        {
            return false;
        }

        sender.Give(Plan.Number, Plan.Due, PlannedRequests.WaitsForConnection(Plan.Due, NoneFreeSince));
        Plan.Advance();
        return true;
    }

    // Those that are overdue at the end of the window are never sent.
    private bool HasGivenAll(long now) => !_schedule!.Window.Includes(now) || (Plan is { HasNext: false } && overdue?.IsOver(_schedule) != false);

    private void NoteFree(Sender sender, long now) => NoneFreeSince = _free.Count > 0 ? null
        : sender.Move == Move.Send ? NoneFreeSince ?? now
        : NoneFreeSince; // the end of the window changes nothing

    // Ends the first wait that is over, or any once the window is over.
    private bool TryEndWait(long now, [NotNullWhen(true)] out Sender? sender)
    {
        while (_waiting.TryPeek(out sender, out var until) && (until <= now || !_schedule!.Window.Includes(now)))
        {
            _waiting.Dequeue();
            sender.GoOn(now);
            Place(sender, now); // it may wait again
            if (sender.Move is Move.Send or Move.End)
            {
                return true;
            }
        }

        return false;
    }

    // All requests of the phase may have been taken.
    private void EndThoseInVain(long now)
    {
        if (_schedule!.HasNext(default))
        {
            return;
        }

        foreach (var (sender, until) in _waiting.UnorderedItems)
        {
            if (until > now && sender.IsInVain)
            {
                EndNow(now);
                return;
            }
        }
    }

    // Apart, because its closure would be allocated by every check.
    private void EndNow(long now)
    {
        var all = _waiting.UnorderedItems.ToArray();
        _waiting.Clear();
        _waiting.EnqueueRange(all.Select(w => (w.Element, w.Element.IsInVain ? now : w.Priority)));
    }
}
