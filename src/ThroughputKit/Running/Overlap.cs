namespace ThroughputKit.Running;

/// <summary>Notices when two runs of this process make load at the same time: each would measure the other too.</summary>
internal sealed class Overlap : IDisposable
{
    private static readonly Lock _lock = new();
    private static readonly HashSet<Overlap> _active = [];

    private bool _shared;

    public Overlap()
    {
        lock (_lock)
        {
            _active.Add(this);
            if (_active.Count > 1)
            {
                foreach (var run in _active)
                {
                    run._shared = true;
                }
            }
        }
    }

    /// <summary>Gets whether another run has made load since this one began to.</summary>
    public bool WasShared
    {
        get
        {
            lock (_lock)
            {
                return _shared;
            }
        }
    }

    public void Dispose()
    {
        lock (_lock)
        {
            _active.Remove(this);
        }
    }
}
