namespace ThroughputKit.Running;

/// <summary>
/// Ensures that the app finds as many free pool threads at once as in production: one per core. Test hosts block some of the threads that
/// the pool provides without delay. Each further thread takes half a second.
/// </summary>
internal static class ThreadPoolHeadroom
{
    private const int MaxTries = 8;

    // xunit raises a lower minimum to the number of tests that it runs at once, if that is not more than this.
    private const int MaxOfXunit = 4;

    // A free thread starts within microseconds, an injected one after half a second.
    private static readonly TimeSpan _timeout = TimeSpan.FromMilliseconds(25);
    private static readonly Lock _raising = new();
    private static readonly Lazy<int> _ofRunner = new(ReadRunners);
    private static int _raised;

    /// <summary>Gets the highest minimum that the pool was given here, or by the test runner; 0 if neither changed it.</summary>
    public static int RaisedMinimum => Math.Max(_raised, _ofRunner.Value);

    /// <summary>Notes the minimum that the test runner has set, before the first test or load in the process can change it.</summary>
    public static void NoteRunners() => _ = _ofRunner.Value;

    /// <summary>Raises the pool's minimum by the number of blocked threads. The pool provides its minimum without delay.</summary>
    public static Task EnsureAsync()
    {
        NoteRunners();
        return RaiseUntilAsync(() => HasRoomAsync(Environment.ProcessorCount), Raise);
    }

    /// <summary>Returns the minimum that the runner has set; 0 if something else has.</summary>
    /// <param name="minimum">The minimum before the first test.</param>
    /// <param name="configured">The minimum that the process was started with; <see langword="null"/> for the default.</param>
    /// <param name="isXunit">Whether xunit runs the tests.</param>
    internal static int OfRunner(int minimum, object? configured, bool isXunit) => isXunit && configured is null && minimum <= MaxOfXunit ? minimum : 0;

    /// <summary>Raises the minimum until there is room, or it has been tried often enough.</summary>
    /// <param name="hasRoom">Whether there is room.</param>
    /// <param name="raise">Raises the minimum.</param>
    internal static async Task RaiseUntilAsync(Func<Task<bool>> hasRoom, Action raise)
    {
        for (var tries = 0; tries < MaxTries && !await hasRoom().ConfigureAwait(false); tries++)
        {
            raise();
        }
    }

    // Several runs may begin at once.
    private static void Raise()
    {
        lock (_raising)
        {
            ThreadPool.GetMinThreads(out var workers, out var completionPorts);
            var threads = Math.Max(workers, ThreadPool.ThreadCount) + 1;
            if (ThreadPool.SetMinThreads(threads, completionPorts))
            {
                _raised = Math.Max(_raised, threads);
            }
        }
    }

    private static int ReadRunners()
    {
        ThreadPool.GetMinThreads(out var workers, out _);
        var isXunit = Array.Exists(AppDomain.CurrentDomain.GetAssemblies(), a => a.GetName().Name is "xunit.v3.core" or "xunit.execution.dotnet");
        return OfRunner(workers, AppContext.GetData("System.Threading.ThreadPool.MinThreads"), isXunit);
    }

    /// <summary>Returns whether this many work items run at the same time.</summary>
    private static async Task<bool> HasRoomAsync(int count)
    {
        using var all = new ManualResetEventSlim();
        var running = 0;
        await Task.WhenAll(Enumerable.Range(0, count).Select(_ => Task.Run(Meet))).ConfigureAwait(false);
        return all.IsSet;

        void Meet()
        {
            if (Interlocked.Increment(ref running) == count)
            {
                all.Set();
            }

            if (!all.Wait(_timeout))
            {
                Interlocked.Decrement(ref running);
            }
        }
    }
}
