using System.Collections.Concurrent;

namespace ThroughputKit.Measurement;

/// <summary>A recorder for each thread that ever runs a piece of the load. Made beforehand, so that taking one allocates little.</summary>
internal sealed class RecorderSet : IDisposable
{
    private readonly int _endpoints;
    private readonly bool _isPaced;
    private readonly Lock _lock = new();
    private readonly ConcurrentBag<Recorder> _spare = [];
    private readonly ThreadLocal<Recorder> _current;
    private Recorder[] _all = []; // replaced as a whole, so that it can be read without a lock and without an allocation
    private long _lateBytes;

    public RecorderSet(int endpoints, bool isPaced = false)
    {
        (_endpoints, _isPaced) = (endpoints, isPaced);
        Censored = new CensoredWaits(endpoints);
        for (var i = 0; i < (2 * Environment.ProcessorCount) + 4; i++)
        {
            _spare.Add(new Recorder(endpoints, isPaced));
        }

        _current = new ThreadLocal<Recorder>(Take);
    }

    /// <summary>Gets the recorder of the calling thread, which alone may write to it.</summary>
    public Recorder Current => _current.Value!;

    /// <summary>Gets the requests whose latency is only known to be at least what they had waited.</summary>
    public CensoredWaits Censored { get; }

    /// <summary>Gets how many responses have completed so far; read while others write, so it may lag a little.</summary>
    public long Completed => _all.Sum(r => r.Completed);

    /// <summary>Gets how many requests have succeeded so far; read while others write, so it may lag a little.</summary>
    public long Succeeded => _all.Sum(r => r.Succeeded);

    /// <summary>Gets how many requests have failed so far; read while others write, so it may lag a little.</summary>
    public long Failed => _all.Sum(r => r.Failures.Total);

    /// <summary>Gets how many bytes were allocated for recorders since the last <see cref="Clear"/>: for threads that came late.</summary>
    public long LateBytes => Volatile.Read(ref _lateBytes);

    /// <summary>Forgets everything, for another phase; threads keep their recorders. Only while there is no load.</summary>
    public void Clear()
    {
        Volatile.Write(ref _lateBytes, 0);
        Censored.Clear();
        foreach (var recorder in _all)
        {
            recorder.Clear();
        }
    }

    /// <summary>Merges all recorders. Only once the load has ended.</summary>
    public Recorder Merge()
    {
        var merged = new Recorder(_endpoints, _isPaced);
        merged.Add(Censored);
        foreach (var recorder in _all)
        {
            merged.Add(recorder);
        }

        return merged;
    }

    /// <summary>Adds the latencies so far of all recorders, without an allocation; read while others write, so it may lag a little.</summary>
    public void AddLatencyTo(LatencyHistogram histogram)
    {
        foreach (var recorder in Volatile.Read(ref _all))
        {
            recorder.AddLatencyTo(histogram);
        }
    }

    public void Dispose() => _current.Dispose();

    private Recorder Take()
    {
        var before = GC.GetAllocatedBytesForCurrentThread();
        if (!_spare.TryTake(out var recorder))
        {
            recorder = new Recorder(_endpoints, _isPaced);
        }

        lock (_lock)
        {
            Volatile.Write(ref _all, [.. _all, recorder]);
        }

        Interlocked.Add(ref _lateBytes, GC.GetAllocatedBytesForCurrentThread() - before);
        return recorder;
    }
}
