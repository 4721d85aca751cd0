using System.Diagnostics.CodeAnalysis;

namespace ThroughputKit.Engines.Http2;

/// <summary>The requests of one connection that wait to be sent, and those that have ended. Allocates nothing once it exists.</summary>
/// <param name="capacity">The number of exchanges.</param>
internal sealed class ExchangeQueues(int capacity)
{
    private readonly Queue<Http2Exchange> _waiting = new(capacity);

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
            return _waiting.Count > 0;
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

    /// <summary>Takes the one that has waited for longest.</summary>
    public bool TryTakeWaiting([NotNullWhen(true)] out Http2Exchange? exchange)
    {
        DropExpired();
        if (_waiting.TryDequeue(out exchange))
        {
            exchange.IsQueued = false;
        }

        return exchange is not null;
    }

    /// <summary>Gives those that wait the time that a new connection has.</summary>
    public void Renew(long due)
    {
        foreach (var exchange in _waiting)
        {
            exchange.Due = due;
        }
    }

    /// <summary>Tells those that wait that their connection is open.</summary>
    public void Connected(long now)
    {
        var isFirst = true;
        foreach (var exchange in _waiting)
        {
            exchange.Connected(isFirst, now);
            isFirst = false;
        }
    }

    private void DropExpired()
    {
        while (_waiting.TryPeek(out var exchange) && !exchange.IsWaiting)
        {
            _waiting.Dequeue();
            exchange.IsQueued = false;
        }
    }
}
