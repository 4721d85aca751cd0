namespace ThroughputKit.Recording;

/// <summary>
/// The waits of requests whose latency will never be known: requests of a set rate that were never sent, and requests that timed out. Their
/// latency is at least the wait, which statistics calls censored. Locked, but only at a window's end and on the path of a timeout.
/// </summary>
internal sealed class CensoredWaits(int endpoints)
{
    private readonly Lock _lock = new();
    private readonly LatencyHistogram[] _endpoints = [.. Enumerable.Range(0, endpoints).Select(_ => new LatencyHistogram())];

    /// <summary>Gets the number of requests never sent although a connection was free: the generator had no time for them.</summary>
    public long UnsentForGenerator { get; private set; }

    /// <summary>Records that a request had no complete response in time.</summary>
    public void TimedOut(int endpoint, long waited)
    {
        lock (_lock)
        {
            _endpoints[endpoint].Record(waited);
        }
    }

    /// <summary>Records that the window is over and a request that was due is never sent.</summary>
    public void NeverSent(int endpoint, long waited, bool forConnection)
    {
        lock (_lock)
        {
            _endpoints[endpoint].Record(waited);
            UnsentForGenerator += forConnection ? 0 : 1;
        }
    }

    /// <summary>Adds the waits of all requests to a histogram, without allocating.</summary>
    public void AddTo(LatencyHistogram histogram)
    {
        for (var i = 0; i < _endpoints.Length; i++)
        {
            AddTo(i, histogram);
        }
    }

    /// <summary>Adds the waits of one request of the plan to a histogram.</summary>
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

    /// <summary>Adds the waits to the tallies of a whole load. Only after it has ended.</summary>
    public void AddTo(Recorder recorder)
    {
        for (var i = 0; i < _endpoints.Length; i++)
        {
            if (_endpoints[i].Count > 0)
            {
                recorder.Endpoint(i).AddCensored(_endpoints[i]);
            }
        }

        recorder.UnsentForGenerator += UnsentForGenerator;
    }

    /// <summary>Discards everything, for the next phase.</summary>
    public void Clear()
    {
        foreach (var endpoint in _endpoints)
        {
            endpoint.Clear();
        }

        UnsentForGenerator = 0;
    }
}
