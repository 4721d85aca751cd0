using ThroughputKit.Counting;
using ThroughputKit.Probes;

namespace ThroughputKit.Tests.Support;

/// <summary>Forwards to another probe, and calls back once, when the measurement of allocated bytes has come to a stage.</summary>
internal sealed class StagedProbe(IProcessProbe inner, AllocationStage stage, Action reached) : IProcessProbe
{
    private const int SnapshotsOfIdle = 6; // before and after each of its stretches

    private int _snapshots;
    private bool _hasBegun;
    private bool _isReached;

    public bool HasExited => inner.HasExited;

    public string? UnansweredCommand => inner.UnansweredCommand;

    /// <summary>Says that the measurement begins. What was read before doesn't count.</summary>
    public void Begin() => _hasBegun = true;

    public ProcessSnapshot? TakeBefore() => Take(inner.TakeBefore);

    public ProcessSnapshot? TakeAfter() => Take(inner.TakeAfter);

    public long? CollectAndMeasure() => inner.CollectAndMeasure();

    public long? CountCompiledMethods()
    {
        Reach(AllocationStage.Compiling);
        return inner.CountCompiledMethods();
    }

    public long? CountOwedMethods() => inner.CountOwedMethods();

    public void EndCompilerWatch() => inner.EndCompilerWatch();

    public long ReadWorkingSet() => inner.ReadWorkingSet();

    public void BeginSampling()
    {
        Reach(AllocationStage.Sampling);
        inner.BeginSampling();
    }

    public IReadOnlyList<AllocatedType> EndSampling(int count) => inner.EndSampling(count);

    public void BeginCounting(int? ownPort) => inner.BeginCounting(ownPort);

    public void ForgetTexts() => inner.ForgetTexts();

    public TimeSpan? CountsSettleIn() => inner.CountsSettleIn();

    public long[]? ReadCounts() => inner.ReadCounts();

    public CountedTexts? EndCounting() => inner.EndCounting();

    private ProcessSnapshot? Take(Func<ProcessSnapshot?> take)
    {
        _snapshots += _hasBegun ? 1 : 0;
        switch (_snapshots)
        {
            case 1:
                Reach(AllocationStage.Idle);
                break;
            case SnapshotsOfIdle + 3: // those of the first window come before
                Reach(AllocationStage.Window);
                break;
        }

        return take();
    }

    private void Reach(AllocationStage now)
    {
        if (_hasBegun && now == stage && !_isReached)
        {
            _isReached = true;
            reached();
        }
    }
}
