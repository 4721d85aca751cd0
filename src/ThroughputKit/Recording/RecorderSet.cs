namespace ThroughputKit.Recording;

/// <summary>
/// One recorder per thread that runs part of the load. Some are created in advance, so that a thread that joins during a phase allocates
/// little. The others are created when a thread needs one, most of them in the warm-up.
/// </summary>
internal sealed class RecorderSet : IDisposable
{
    // A recorder takes about 55 KB, and 37 KB more for each further request of the plan.
    private const long MaxSpareBytes = 16 * 1024 * 1024;

    private readonly int _endpoints;
    private readonly bool _isPaced;
    private readonly bool _onFirstUse;
    private readonly bool _hasPauses;
    private readonly int _scenarios;
    private readonly Lock _lock = new();
    private readonly Stack<Recorder> _spare = new();
    private readonly List<Thread> _owners = []; // of the recorders in _all, in the same order
    private readonly ThreadLocal<Recorder> _current;
    private Recorder[] _all = []; // replaced as a whole, so that it can be read without locking or allocating
    private long _lateBytes;
    private long _heldBytes;

    /// <summary>Creates the set, with spare recorders for the threads of so many cores; of this machine if omitted.</summary>
    public RecorderSet(int endpoints, bool isPaced = false, int? cores = null, bool onFirstUse = false, bool hasPauses = false, int scenarios = 1)
    {
        (_endpoints, _isPaced, _onFirstUse, _hasPauses, _scenarios) = (endpoints, isPaced, onFirstUse, hasPauses, scenarios);
        Censored = new CensoredWaits(endpoints);
        var before = GC.GetAllocatedBytesForCurrentThread();
        do
        {
            _spare.Push(new Recorder(endpoints, isPaced, onFirstUse, hasPauses, scenarios));
        }
        while (_spare.Count < (2 * (cores ?? Environment.ProcessorCount)) + 4 && GC.GetAllocatedBytesForCurrentThread() - before < MaxSpareBytes);

        _current = new ThreadLocal<Recorder>(Take);
    }

    /// <summary>Gets the recorder of the calling thread. Only that thread may write to it.</summary>
    public Recorder Current => _current.Value!;

    /// <summary>Gets the requests whose latency is only known to be at least their wait.</summary>
    public CensoredWaits Censored { get; }

    // Read during the load. As loops they allocate nothing, and get less code compiled meanwhile than as LINQ: see SteadyState.

    /// <summary>Gets the number of responses completed so far. Read while others write, so it may lag slightly.</summary>
    public long Completed
    {
        get
        {
            long sum = 0;
            foreach (var recorder in _all)
            {
                sum += recorder.Completed;
            }

            return sum;
        }
    }

    /// <summary>Gets the number of requests that have succeeded so far. Read while others write, so it may lag slightly.</summary>
    public long Succeeded
    {
        get
        {
            long sum = 0;
            foreach (var recorder in _all)
            {
                sum += recorder.Succeeded;
            }

            return sum;
        }
    }

    /// <summary>Gets the number of requests in flight. It is exact while none begins or ends.</summary>
    public long InFlight
    {
        get
        {
            long sum = 0;
            foreach (var recorder in _all)
            {
                sum += recorder.InFlight;
            }

            return sum;
        }
    }

    /// <summary>Gets the number of requests that have failed so far. Read while others write, so it may lag slightly.</summary>
    public long Failed
    {
        get
        {
            long sum = 0;
            foreach (var recorder in _all)
            {
                sum += recorder.Failed;
            }

            return sum;
        }
    }

    /// <summary>Gets the number of iterations of scenarios that have ended by themselves so far. Read while others write, so it may lag slightly.</summary>
    public long IterationsEnded => _all.Sum(r => r.IterationsEnded);

    /// <summary>Returns whether there are responses, and all of them so far have this status. Read while others write, so it may lag slightly.</summary>
    public bool HaveAll(int status)
    {
        var completed = Completed; // read before the others, which only grow
        return completed > 0 && _all.Sum(r => r.Answered(status)) >= completed;
    }

    /// <summary>Gets the bytes allocated for recorders since the last <see cref="Clear"/>: for threads that joined late.</summary>
    public long LateBytes => Volatile.Read(ref _lateBytes);

    /// <summary>Gets the bytes taken by recorders that were created, or merged, since the first ones.</summary>
    public long HeldBytes => Volatile.Read(ref _heldBytes);

    /// <summary>Discards everything but the kinds of bodies, for the next phase. Threads keep their recorders. Only while there is no load.</summary>
    public void Clear()
    {
        Volatile.Write(ref _lateBytes, 0);
        Censored.Clear();
        foreach (var recorder in _all)
        {
            recorder.Clear();
        }
    }

    /// <summary>Merges all recorders. Only after the load has ended.</summary>
    public Recorder Merge()
    {
        var merged = Make();
        Censored.AddTo(merged);
        foreach (var recorder in _all)
        {
            merged.Add(recorder);
        }

        return merged;
    }

    /// <summary>Adds the latencies so far of all recorders, without allocating. Read while others write, so they may lag slightly.</summary>
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
            // The pool ends threads and starts others. As many recorders as concurrent threads are enough.
            var ended = _owners.FindIndex(t => !t.IsAlive);
            if (ended >= 0)
            {
                _owners[ended] = Thread.CurrentThread;
                recorder = _all[ended];
            }
            else
            {
                recorder = _spare.TryPop(out var spare) ? spare : Make();
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
        var recorder = new Recorder(_endpoints, _isPaced, _onFirstUse, _hasPauses, _scenarios);
        Interlocked.Add(ref _heldBytes, GC.GetAllocatedBytesForCurrentThread() - before);
        return recorder;
    }
}
