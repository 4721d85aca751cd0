using System.Net;
using ThroughputKit.Traffic;

namespace ThroughputKit.Engines.Loops;

/// <summary>Creates load with threads of the kit's own, which wait for all their connections at once. Linux only.</summary>
internal sealed class LoopEngine : ILoadEngine
{
    private readonly List<EventLoop> _loops;
    private readonly IReadOnlyList<PhaseThread> _threads;
    private readonly LoopCrew? _ownCrew;

    /// <summary>Creates the engine with the threads of <paramref name="crew"/>, for engines that take turns, or with threads of its own.</summary>
    /// <exception cref="EngineNotAvailableException">The system doesn't permit it.</exception>
    public LoopEngine(IPEndPoint endPoint, LoadShape shape, int threads, LoopCrew? crew, Func<int, IPoller> createPoller)
    {
        _loops = new List<EventLoop>(threads);
        var overdue = threads > 1 && shape.HighestRate is not null ? new OverdueRequests(shape.Senders) : null;
        try
        {
            while (_loops.Count < threads)
            {
                _loops.Add(new EventLoop(endPoint.Serialize(), shape, _loops.Count, threads, overdue, createPoller));
            }
        }
        catch
        {
            Dispose();
            throw;
        }

        _ownCrew = crew is null ? new LoopCrew() : null;
        _threads = (crew ?? _ownCrew!).Take(threads);
    }

    public EngineCost Cost => new(
        _loops.Count, _loops.Aggregate(TimeSpan.Zero, (sum, l) => sum + l.Cpu), _loops.Sum(l => l.AllocatedBytes));

    public Task RunAsync(LoadPhase phase) => EndedAsync([.. _threads.Zip(_loops, (thread, loop) => thread.RunAsync(phase, () => loop.Run(phase)))]);

    public void Watch(long now)
    {
        // The engine's own threads end overdue requests.
    }

    public ValueTask DisposeAsync()
    {
        Dispose();
        return ValueTask.CompletedTask;
    }

    // Task.WhenAll would allocate at the end of the phase, while bytes are counted.
    private static async Task EndedAsync(Task[] threads)
    {
        foreach (var thread in threads)
        {
            await thread.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }

        foreach (var thread in threads)
        {
            await thread.ConfigureAwait(false);
        }
    }

    private void Dispose()
    {
        _ownCrew?.Dispose();
        _loops.ForEach(l => l.Dispose());
    }
}
