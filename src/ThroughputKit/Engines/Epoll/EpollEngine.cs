using System.Net;

namespace ThroughputKit.Engines.Epoll;

/// <summary>Load from threads of its own that wait for all their connections at once. Linux and plain HTTP only.</summary>
internal sealed class EpollEngine : ILoadEngine
{
    private readonly List<EpollThread> _threads;

    /// <param name="endPoint">Where the load goes.</param>
    /// <param name="shape">What the load is like.</param>
    /// <param name="threads">How many threads share the connections.</param>
    /// <exception cref="EngineNotAvailableException">The system doesn't permit it.</exception>
    public EpollEngine(IPEndPoint endPoint, LoadShape shape, int threads)
    {
        _threads = new List<EpollThread>(threads);
        try
        {
            while (_threads.Count < threads)
            {
                _threads.Add(new EpollThread(endPoint, shape, _threads.Count, threads));
            }
        }
        catch
        {
            Dispose();
            throw;
        }
    }

    public EngineCost Cost => new(
        _threads.Count, _threads.Aggregate(TimeSpan.Zero, (sum, t) => sum + t.Cpu), _threads.Sum(t => t.AllocatedBytes));

    public Task RunAsync(LoadPhase phase) => Task.WhenAll(_threads.Select(t => t.RunAsync(phase)));

    public void Watch(long now)
    {
        // Its own threads end what is overdue.
    }

    public ValueTask DisposeAsync()
    {
        Dispose();
        return ValueTask.CompletedTask;
    }

    private void Dispose()
    {
        foreach (var thread in _threads)
        {
            thread.Dispose();
        }
    }
}
