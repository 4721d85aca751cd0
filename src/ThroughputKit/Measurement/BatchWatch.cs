using System.Diagnostics;
using ThroughputKit.Pacing;
using ThroughputKit.Watching;

namespace ThroughputKit.Measurement;

/// <summary>
/// Looks at the recorders from time to time while a window is open, and keeps what came since the last look. Reads while others write, and
/// so may see a request a little later than it ended; allocates nothing meanwhile.
/// </summary>
internal sealed class BatchWatch(RecorderSet recorders) : IWatched
{
    private const int Most = 40;

    private readonly Lock _lock = new();
    private readonly Batch[] _batches = new Batch[Most];
    private readonly LatencyHistogram _batch = new();
    private LatencyHistogram _now = new();
    private LatencyHistogram _before = new();
    private Window? _window;
    private long _period;
    private long _begun;
    private int _count;

    /// <summary>Begins to watch a window that is about to open.</summary>
    /// <param name="window">The window.</param>
    /// <param name="period">How long a batch is.</param>
    public void Begin(Window window, TimeSpan period)
    {
        lock (_lock)
        {
            (_window, _period, _begun, _count) = (window, Clock.ToTicks(period), 0, 0);
            _before.Clear();
        }
    }

    /// <summary>Ends watching.</summary>
    /// <returns>All whole batches.</returns>
    public IReadOnlyList<Batch> End()
    {
        lock (_lock)
        {
            _window = null;
            return _batches[.._count];
        }
    }

    public void Watch(long now)
    {
        lock (_lock)
        {
            if (_window is null || now < _window.Start || _count == Most)
            {
                return;
            }

            _begun = _begun == 0 ? _window.Start : _begun;
            if (now - _begun >= _period && _window.Includes(now))
            {
                Take(now);
            }
        }
    }

    private void Take(long now)
    {
        _now.Clear();
        recorders.AddLatencyTo(_now);
        _batch.SetToDifference(_now, _before);
        _batches[_count++] = new Batch(
            Stopwatch.GetElapsedTime(_begun, now), _batch.Count, _batch.Mean, _batch.Percentile(50), _batch.Percentile(95), _batch.Percentile(99));
        (_now, _before, _begun) = (_before, _now, now);
    }
}
