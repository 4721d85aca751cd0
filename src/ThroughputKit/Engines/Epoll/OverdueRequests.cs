namespace ThroughputKit.Engines.Epoll;

/// <summary>
/// Due requests of a set rate whose own loop has no free connection while another loop may have one. Loops share only these requests, and only
/// in that case. Otherwise each loop just reads a count that stays zero.
/// </summary>
/// <param name="capacity">The maximum number of requests held; a loop keeps requests that don't fit.</param>
internal sealed class OverdueRequests(int capacity)
{
    private readonly Lock _lock = new();
    private readonly (long Number, long Due)[] _requests = new (long, long)[capacity];
    private readonly List<EpollLoop> _loops = [];
    private int _first;
    private int _count;

    /// <summary>Gets whether there are any requests. May lag a little.</summary>
    public bool HasAny => Volatile.Read(ref _count) > 0;

    /// <summary>Adds a loop to those that share their connections. Called before any load.</summary>
    public void Join(EpollLoop loop) => _loops.Add(loop);

    /// <summary>Takes the overdue requests of a loop without a free connection, if another loop has one, and wakes the loops that have one.</summary>
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
                _requests[(_first + _count) % _requests.Length] = (plan.Number, plan.Due);
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
