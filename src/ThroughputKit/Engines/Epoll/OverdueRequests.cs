namespace ThroughputKit.Engines.Epoll;

/// <summary>
/// Requests of a set rate that are due, and for which the loop that planned them has no free connection while another loop may have. Loops share
/// only what is in here, and only in that case: otherwise each reads a count that stays zero.
/// </summary>
/// <param name="capacity">How many it holds at most; a loop keeps what doesn't fit.</param>
internal sealed class OverdueRequests(int capacity)
{
    private readonly Lock _lock = new();
    private readonly (int Index, long Due)[] _requests = new (int, long)[capacity];
    private readonly List<EpollLoop> _loops = [];
    private int _first;
    private int _count;

    /// <summary>Gets whether there are any. May lag a little.</summary>
    public bool HasAny => Volatile.Read(ref _count) > 0;

    /// <summary>Adds a loop to those that share their connections. Before any load.</summary>
    public void Join(EpollLoop loop) => _loops.Add(loop);

    /// <summary>Puts a loop's overdue requests here, as long as another loop has a free connection, and wakes those that have.</summary>
    /// <param name="from">The loop, which has no free connection.</param>
    /// <param name="plan">What it has to send.</param>
    /// <param name="now">The time, in Stopwatch ticks.</param>
    public void Take(EpollLoop from, PlannedRequests plan, long now)
    {
        if (plan.Due > now || !IsAnyFree(from))
        {
            return;
        }

        lock (_lock)
        {
            for (; plan.Due <= now && _count < _requests.Length; plan.Advance())
            {
                _requests[(_first + _count) % _requests.Length] = (plan.Index, plan.Due);
                Volatile.Write(ref _count, _count + 1);
            }
        }

        foreach (var loop in _loops)
        {
            if (loop != from && loop.HasFree)
            {
                loop.Wake();
            }
        }
    }

    /// <summary>Gives the oldest, if it was due by then.</summary>
    public bool TryGive(long dueBy, out int index, out long due)
    {
        lock (_lock)
        {
            (index, due) = _requests[_first];
            if (_count == 0 || due > dueBy)
            {
                return false;
            }

            _first = (_first + 1) % _requests.Length;
            Volatile.Write(ref _count, _count - 1);
            return true;
        }
    }

    private bool IsAnyFree(EpollLoop but)
    {
        foreach (var loop in _loops)
        {
            if (loop != but && loop.HasFree)
            {
                return true;
            }
        }

        return false;
    }
}
