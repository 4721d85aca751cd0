using System.Collections.Concurrent;

namespace ThroughputKit.Measurement;

/// <summary>
/// A recorder for each thread that runs a piece of the load. Some are made beforehand, so that a thread that comes in the midst of a phase allocates
/// little; the others when a thread needs one, most of them in the warm-up.
/// </summary>
internal sealed class RecorderSet : IDisposable
{
    // One takes some 60 KB, and 37 KB more for each further request of the plan.
    private const long MaxSpareBytes = 16 * 1024 * 1024;

    private readonly int _endpoints;
    private readonly bool _isPaced;
    private readonly Lock _lock = new();
    private readonly ConcurrentBag<Recorder> _spare = [];
    private readonly List<Thread> _owners = []; // of the recorders in _all, in the same order
    private readonly ThreadLocal<Recorder> _current;
    private Recorder[] _all = []; // replaced as a whole, so that it can be read without a lock and without an allocation
    private long _lateBytes;
    private long _heldBytes;

    public RecorderSet(int endpoints, bool isPaced = false)
        : this(endpoints, isPaced, Environment.ProcessorCount)
    {
    }

    /// <param name="endpoints">How many requests the plan has.</param>
    /// <param name="isPaced">Whether there are times to be late for.</param>
    /// <param name="cores">How many cores there are.</param>
    public RecorderSet(int endpoints, bool isPaced, int cores)
    {
        (_endpoints, _isPaced) = (endpoints, isPaced);
        Censored = new CensoredWaits(endpoints);
        var before = GC.GetAllocatedBytesForCurrentThread();
        do
        {
            _spare.Add(new Recorder(endpoints, isPaced));
        }
        while (_spare.Count < (2 * cores) + 4 && GC.GetAllocatedBytesForCurrentThread() - before < MaxSpareBytes);

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

    /// <summary>Whether there are responses, and all of them so far have this status; read while others write, so it may lag a little.</summary>
    public bool HaveAll(int status)
    {
        var completed = Completed; // before the others, which only grow
        return completed > 0 && _all.Sum(r => r.Statuses[status]) >= completed;
    }

    /// <summary>Gets how many bytes were allocated for recorders since the last <see cref="Clear"/>: for threads that came late.</summary>
    public long LateBytes => Volatile.Read(ref _lateBytes);

    /// <summary>Gets how many bytes recorders take that were made, or merged, since the first ones.</summary>
    public long HeldBytes => Volatile.Read(ref _heldBytes);

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
        var merged = Make();
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
        Recorder? recorder;
        lock (_lock)
        {
            // The pool ends threads and begins others: as many recorders as threads at a time are enough.
            var ended = _owners.FindIndex(t => !t.IsAlive);
            if (ended >= 0)
            {
                _owners[ended] = Thread.CurrentThread;
                recorder = _all[ended];
            }
            else
            {
                recorder = _spare.TryTake(out var spare) ? spare : Make();
                _owners.Add(Thread.CurrentThread);
                Volatile.Write(ref _all, [.. _all, recorder]);
            }
        }

        Interlocked.Add(ref _lateBytes, GC.GetAllocatedBytesForCurrentThread() - before);
        return recorder;
    }

    private Recorder Make()
    {
        var before = GC.GetAllocatedBytesForCurrentThread();
        var recorder = new Recorder(_endpoints, _isPaced);
        Interlocked.Add(ref _heldBytes, GC.GetAllocatedBytesForCurrentThread() - before);
        return recorder;
    }
}
