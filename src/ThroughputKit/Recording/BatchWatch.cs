using ThroughputKit.Pacing;
using ThroughputKit.Probes;

namespace ThroughputKit.Recording;

/// <summary>
/// Divides a window into batches, whose differences show how precise its figures are. Reads the recorders periodically while the window is
/// open, and keeps the difference from the previous read. When there is no room for more batches, neighbours are merged and batches become
/// twice as long, so that they cover the whole window, however long it is. Reads while others write, so it may see a request slightly later
/// than it ended. Allocates nothing in the meantime.
/// </summary>
internal sealed class BatchWatch(RecorderSet recorders) : IWatched
{
    /// <summary>The maximum number of batches.</summary>
    public const int MaxBatches = 40;

    private readonly Lock _lock = new();
    private Part[] _parts = [];
    private LatencyHistogram _now = new();
    private LatencyHistogram _before = new();
    private Window? _window;
    private long _period;
    private long _begun;
    private long _measured;
    private long _failed;
    private bool _knowsPauses;
    private int _count;

    /// <summary>Allocates the room for batches. Comparisons, which prepare many loads, need none.</summary>
    public void MakeRoom() => _parts = _parts.Length > 0 ? _parts : [.. Enumerable.Range(0, MaxBatches).Select(_ => new Part())];

    /// <summary>
    /// Begins to watch a window that is about to open, in batches of this period unless there would be too many. Only after <see cref="MakeRoom"/>.
    /// </summary>
    /// <param name="window">The window.</param>
    /// <param name="period">The period.</param>
    /// <param name="knowsPauses">Whether requests in flight are known as such, so that users pause if there is none.</param>
    public void Begin(Window window, TimeSpan period, bool knowsPauses = true)
    {
        lock (_lock)
        {
            (_window, _period, _begun, _measured, _failed, _count) = (window, Clock.ToTicks(period), 0, 0, 0, 0);
            _knowsPauses = knowsPauses;
            _before.Clear();
        }
    }

    /// <summary>Ends watching, once nothing is in flight. The remainder, which ended after the last read, becomes the last batch or part of it.</summary>
    /// <returns>Batches that cover the window; none if the window is shorter than half a batch.</returns>
    public IReadOnlyList<Batch> End(long end, long succeeded)
    {
        lock (_lock)
        {
            if (_window is not null)
            {
                TakeRest(end, succeeded);
                _window = null;
            }

            return [.. _parts.Take(_count).Select(p => p.ToBatch())];
        }
    }

    public void Watch(long now)
    {
        lock (_lock)
        {
            if (_window is null || now < _window.Start)
            {
                return;
            }

            _begun = _begun == 0 ? _window.Start : _begun;
            if (now - _begun >= _period && _window.Includes(now))
            {
                Take(now);
                if (_count == MaxBatches)
                {
                    Fold();
                }
            }
        }
    }

    private void Take(long now)
    {
        _now.Clear();
        recorders.AddLatencyTo(_now);
        var measured = _now.Count;
        recorders.Censored.AddTo(_now);
        var failed = recorders.Failed;
        var isIdle = _knowsPauses && failed == _failed && recorders.InFlight == 0;
        _parts[_count++].Set(now - _begun, measured - _measured, _now, _before, isIdle);
        (_now, _before, _begun, _measured, _failed) = (_before, _now, now, measured, failed);
    }

    // Requests that drained, or were never answered, count in latency but not in throughput.
    private void TakeRest(long end, long succeeded)
    {
        _begun = _begun == 0 ? _window!.Start : _begun;
        var whole = _parts.Take(_count).Sum(p => p.Succeeded);
        var length = Math.Max(0, end - _begun);
        if (_count == 0 && length < _period / 2)
        {
            return; // the window is too short for batches
        }

        Take(_begun + length);
        var rest = _parts[_count - 1];
        rest.Succeeded = Math.Max(0, succeeded - whole);
        rest.IsIdle = _count > 1 && _parts[_count - 2].IsIdle; // by now, all is drained
        if (_count > 1 && length < _period / 2)
        {
            _parts[--_count - 1].Add(rest); // too short for a separate batch
        }
    }

    private void Fold()
    {
        for (var i = 0; i < MaxBatches / 2; i++)
        {
            _parts[2 * i].Add(_parts[(2 * i) + 1]);
            (_parts[i], _parts[2 * i]) = (_parts[2 * i], _parts[i]);
        }

        (_count, _period) = (MaxBatches / 2, 2 * _period);
    }

    private sealed class Part
    {
        private readonly LatencyHistogram _latency = new();
        private long _length;

        public long Succeeded { get; set; }

        public bool IsIdle { get; set; }

        public void Set(long length, long succeeded, LatencyHistogram later, LatencyHistogram earlier, bool isIdle)
        {
            (_length, Succeeded, IsIdle) = (length, succeeded, isIdle);
            _latency.SetToDifference(later, earlier);
        }

        public void Add(Part next)
        {
            _length += next._length;
            Succeeded += next.Succeeded;
            IsIdle |= next.IsIdle;
            _latency.Add(next._latency);
        }

        public Batch ToBatch() => new(
            Clock.ToTimeSpan(Clock.ToNanoseconds(_length)), Succeeded, _latency.Mean, _latency.Percentile(50), _latency.Percentile(95), _latency.Percentile(99))
        {
            P90 = _latency.Percentile(90),
            P999 = _latency.Percentile(99.9),
            Latencies = _latency.Count,
            IsIdle = IsIdle,
        };
    }
}
