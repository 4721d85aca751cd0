using System.Diagnostics.CodeAnalysis;

namespace ThroughputKit.Engines.Http2;

/// <summary>The requests of one connection that wait to be sent, and those that have ended. Allocates nothing once it exists.</summary>
/// <param name="capacity">The number of exchanges.</param>
internal sealed class ExchangeQueues(int capacity)
{
    private readonly Queue<Http2Exchange> _waiting = new(capacity);
    private readonly List<Http2Exchange> _returned = new(capacity); // that the server hasn't taken, in the order of their times

    /// <summary>Gets those that have ended and that nobody knows of yet.</summary>
    public Queue<Http2Exchange> Ended { get; } = new(capacity);

    /// <summary>Gets or sets when the last bytes came.</summary>
    public long Now { get; set; }

    /// <summary>Gets whether one waits to be sent.</summary>
    public bool HasWaiting
    {
        get
        {
            DropExpired();
            return _returned.Count + _waiting.Count > 0;
        }
    }

    public void Await(Http2Exchange exchange)
    {
        if (!exchange.IsQueued) // since a request before it, whose time was up
        {
            exchange.IsQueued = true;
            _waiting.Enqueue(exchange);
        }
    }

    /// <summary>Lets one wait again, before those that began later.</summary>
    public void AwaitAgain(Http2Exchange exchange)
    {
        var place = _returned.Count;
        while (place > 0 && _returned[place - 1].Due > exchange.Due)
        {
            place--;
        }

        exchange.IsQueued = true;
        _returned.Insert(place, exchange);
    }

    /// <summary>Takes the one that has waited for longest.</summary>
    public bool TryTakeWaiting([NotNullWhen(true)] out Http2Exchange? exchange)
    {
        DropExpired();
        if (_returned.Count > 0)
        {
            exchange = _returned[0];
            _returned.RemoveAt(0);
        }
        else if (!_waiting.TryDequeue(out exchange))
        {
            return false;
        }

        exchange.IsQueued = false;
        return true;
    }

    /// <summary>Tells those that wait that their connection is open.</summary>
    /// <param name="openedAt">When it began to be opened.</param>
    /// <param name="now">The time.</param>
    public void Connected(long openedAt, long now)
    {
        (_returned.Count > 0 ? _returned[0] : _waiting.Count > 0 ? _waiting.Peek() : null)?.CountConnection();
        foreach (var exchange in _returned)
        {
            exchange.Connected(openedAt, now);
        }

        foreach (var exchange in _waiting)
        {
            exchange.Connected(openedAt, now);
        }
    }

    private void DropExpired()
    {
        while (_waiting.TryPeek(out var exchange) && !exchange.IsWaiting)
        {
            _waiting.Dequeue();
            exchange.IsQueued = false;
        }

        while (_returned is [{ IsWaiting: false } exchange, ..])
        {
            _returned.RemoveAt(0);
            exchange.IsQueued = false;
        }
    }
}
