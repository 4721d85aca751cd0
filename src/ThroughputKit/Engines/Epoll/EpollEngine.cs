using System.Net;

namespace ThroughputKit.Engines.Epoll;

/// <summary>Load from threads of its own that wait for all their connections at once. Linux and plain HTTP only.</summary>
internal sealed class EpollEngine : ILoadEngine
{
    private readonly EpollWorker[] _workers;

    /// <exception cref="EngineNotAvailableException">The system doesn't permit it.</exception>
    public EpollEngine(IPEndPoint endPoint, int connections, TimeSpan timeout, bool[] succeeds, int threads = 1)
    {
        threads = Math.Min(threads, connections);
        _workers =
        [
            .. Enumerable.Range(0, threads).Select(worker => new EpollWorker(endPoint, connections, worker, threads, timeout, succeeds)),
        ];
    }

    public EngineCost Cost => new(
        _workers.Length, _workers.Aggregate(TimeSpan.Zero, (sum, w) => sum + w.Cpu), _workers.Sum(w => w.AllocatedBytes));

    public Task RunAsync(LoadPhase phase) => Task.WhenAll(_workers.Select(w => w.RunAsync(phase)));

    public void Watch(long now)
    {
        // Its own threads end what is overdue.
    }

    public ValueTask DisposeAsync()
    {
        foreach (var worker in _workers)
        {
            worker.Dispose();
        }

        return ValueTask.CompletedTask;
    }
}
