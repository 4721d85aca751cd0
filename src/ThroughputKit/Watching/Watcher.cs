using System.Diagnostics;

namespace ThroughputKit.Watching;

/// <summary>
/// A thread for each run that ends overdue requests and samples memory, and one that looks after the thread pool. A thread of its own, so that a
/// starved thread pool can't delay a timeout; it allocates nothing while it runs.
/// </summary>
internal sealed class Watcher : IDisposable
{
    public const string ThreadName = "ThroughputKit watcher";

    private static readonly TimeSpan _ofRuns = TimeSpan.FromMilliseconds(10);

    private readonly TimeSpan _interval;
    private readonly IWatched[] _watched;
    private readonly ManualResetEventSlim _stop = new();
    private readonly Thread _thread;

    public Watcher(params IWatched[] watched)
        : this(_ofRuns, watched)
    {
    }

    /// <param name="interval">How long it waits from one look to the next.</param>
    /// <param name="watched">What it looks after.</param>
    public Watcher(TimeSpan interval, params IWatched[] watched)
    {
        (_interval, _watched) = (interval, watched);
        _thread = new Thread(Run) { IsBackground = true, Name = ThreadName };
        _thread.Start();
    }

    public void Dispose()
    {
        _stop.Set();
        _thread.Join();
        _stop.Dispose();
    }

    private void Run()
    {
        while (!_stop.Wait(_interval))
        {
            var now = Stopwatch.GetTimestamp();
            foreach (var watched in _watched)
            {
                watched.Watch(now);
            }
        }
    }
}
