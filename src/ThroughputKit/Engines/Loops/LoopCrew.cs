using ThroughputKit.Engines.Linux;

namespace ThroughputKit.Engines.Loops;

/// <summary>
/// The threads of one engine, or of several engines that take turns. Shared threads have the same placement for all engines, so placement
/// makes no difference between them. Threads start when they are first needed.
/// </summary>
internal sealed class LoopCrew : IDisposable
{
    private readonly List<PhaseThread> _threads = [];

    /// <summary>Gets what to hold while one of the engines generates load.</summary>
    public SemaphoreSlim Turn { get; } = new(1);

    public IReadOnlyList<PhaseThread> Take(int threads)
    {
        while (_threads.Count < threads)
        {
            _threads.Add(new PhaseThread("ThroughputKit loop", Prepare));
        }

        return _threads[..threads];
    }

    public void Dispose()
    {
        _threads.ForEach(t => t.Dispose());
        Turn.Dispose();
    }

    private static void Prepare(LoadPhase phase)
    {
        if (phase.Schedule.HasTimes)
        {
            Scheduling.BeOnTime();
        }
        else
        {
            Scheduling.LetOthersGoFirst();
        }
    }
}
