namespace ThroughputKit.Running;

/// <summary>Detects two runs of this process that generate load at the same time. Each would also measure the other.</summary>
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

    /// <summary>Gets whether another run has generated load since this one began to.</summary>
    public bool OverlappedAnotherRun
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
