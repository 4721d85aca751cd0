namespace ThroughputKit.Measurement;

/// <summary>
/// How long requests had waited whose latency will never be known: those of a set rate that were never sent, and those that timed out. Their
/// latency is at least that, which statistics calls censored. Locked, but only at a window's end and on the path of a timeout.
/// </summary>
internal sealed class CensoredWaits
{
    private readonly Lock _lock = new();
    private readonly LatencyHistogram[] _endpoints;

    /// <param name="endpoints">How many requests the plan has.</param>
    public CensoredWaits(int endpoints)
    {
        _endpoints = new LatencyHistogram[endpoints];
        for (var i = 0; i < endpoints; i++)
        {
            _endpoints[i] = new LatencyHistogram();
        }
    }

    /// <summary>Gets whether there are none.</summary>
    public bool IsEmpty => Array.TrueForAll(_endpoints, e => e.Count == 0);

    /// <summary>Gets how many were never sent though a connection was free: the generator had no time for them.</summary>
    public long UnsentForGenerator { get; private set; }

    /// <summary>A request had no whole response in time.</summary>
    public void TimedOut(int endpoint, long waited)
    {
        lock (_lock)
        {
            _endpoints[endpoint].Record(waited);
        }
    }

    /// <summary>The window is over, and a request that was due is never sent.</summary>
    public void NeverSent(int endpoint, long waited, bool forConnection)
    {
        lock (_lock)
        {
            _endpoints[endpoint].Record(waited);
            UnsentForGenerator += forConnection ? 0 : 1;
        }
    }

    /// <summary>Adds the waits of all requests to a histogram, without an allocation.</summary>
    public void AddTo(LatencyHistogram histogram)
    {
        for (var i = 0; i < _endpoints.Length; i++)
        {
            AddTo(i, histogram);
        }
    }

    /// <summary>Adds the waits of one request of the plan.</summary>
    public void AddTo(int endpoint, LatencyHistogram histogram)
    {
        lock (_lock)
        {
            if (_endpoints[endpoint].Count > 0)
            {
                histogram.Add(_endpoints[endpoint]);
            }
        }
    }

    /// <summary>Adds what other waits have. Only once the load has ended.</summary>
    public void Add(CensoredWaits other)
    {
        for (var i = 0; i < _endpoints.Length; i++)
        {
            other.AddTo(i, _endpoints[i]);
        }

        UnsentForGenerator += other.UnsentForGenerator;
    }

    /// <summary>Forgets everything, for another phase.</summary>
    public void Clear()
    {
        foreach (var endpoint in _endpoints)
        {
            endpoint.Clear();
        }

        UnsentForGenerator = 0;
    }
}
