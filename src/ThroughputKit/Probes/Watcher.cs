using System.Diagnostics;

namespace ThroughputKit.Probes;

/// <summary>
/// Ends overdue requests of a run, and samples memory. Has its own thread, so that a starved thread pool can't delay a timeout. Allocates
/// nothing while it runs.
/// </summary>
internal sealed class Watcher : IDisposable
{
    public const string ThreadName = "ThroughputKit watcher";

    private static readonly TimeSpan _interval = TimeSpan.FromMilliseconds(10);

    private readonly IWatched[] _watched;
    private readonly ManualResetEventSlim _stop = new();
    private readonly Thread _thread;

    /// <param name="watched">The objects to call periodically.</param>
    public Watcher(params IWatched[] watched)
    {
        _watched = watched;
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
