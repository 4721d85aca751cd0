namespace ThroughputKit.Traffic;

/// <summary>
/// Due requests of a set rate whose own group has no free sender while another group may have one. Groups share only these requests, and only
/// in that case. Otherwise each group just reads a count that stays zero.
/// </summary>
/// <param name="capacity">The maximum number of requests held; a group keeps requests that don't fit.</param>
internal sealed class OverdueRequests(int capacity)
{
    private readonly Lock _lock = new();
    private readonly (long Number, long Due)[] _requests = new (long, long)[capacity];
    private readonly List<Senders> _groups = [];
    private Schedule? _schedule;
    private int _ended; // plans of groups
    private int _first;
    private int _count;

    /// <summary>Gets whether there are any requests. May lag a little.</summary>
    public bool HasAny => Volatile.Read(ref _count) > 0;

    /// <summary>Notes that the plan of a group has no more requests, after those that it has handed over.</summary>
    public void End(Schedule schedule)
    {
        lock (_lock)
        {
            (_ended, _schedule) = (_schedule == schedule ? _ended + 1 : 1, schedule);
        }
    }

    /// <summary>Returns whether no plan of any group has more requests, and all that were handed over have been taken.</summary>
    public bool IsOver(Schedule schedule)
    {
        lock (_lock)
        {
            return _schedule == schedule && _ended == _groups.Count && _count == 0;
        }
    }

    /// <summary>Adds a group to those that share their senders. Called before any load.</summary>
    public void Join(Senders group) => _groups.Add(group);

    /// <summary>Takes the overdue requests of a group without a free sender, if another group has one, and wakes the groups that have one.</summary>
    public void Take(Senders from, PlannedRequests plan, long now)
    {
        if (plan.Due > now || !IsAnyFree(from))
        {
            return;
        }

        lock (_lock)
        {
            for (; plan.Due <= now && _count < _requests.Length; plan.Advance())
            {
                _requests[(_first + _count) % _requests.Length] = (plan.Number, plan.Due);
                Volatile.Write(ref _count, _count + 1);
            }
        }

        foreach (var group in _groups)
        {
            if (group != from && group.HasFree)
            {
                group.Wake();
            }
        }
    }

    /// <summary>Hands out the oldest request, if it was due by the given time.</summary>
    public bool TryGive(long dueBy, out long number, out long due)
    {
        lock (_lock)
        {
            (number, due) = _requests[_first];
            if (_count == 0 || due > dueBy)
            {
                return false;
            }

            _first = (_first + 1) % _requests.Length;
            Volatile.Write(ref _count, _count - 1);
            return true;
        }
    }

    private bool IsAnyFree(Senders but)
    {
        foreach (var group in _groups)
        {
            if (group != but && group.HasFree)
            {
                return true;
            }
        }

        return false;
    }
}
