using System.Runtime;
using ThroughputKit.Counting;

namespace ThroughputKit.Probes;

/// <summary>Reads the counters of this process.</summary>
internal sealed class ThisProcess : IProcessProbe, IDisposable
{
    private readonly WorkingSet _workingSet = WorkingSet.OfThisProcess();
    private AllocationSampler? _sampler;
    private CompilerWatch? _compiler;
    private CountWatch? _counts;

    public bool HasExited => false;

    public string? UnansweredCommand => null;

    public ProcessSnapshot? TakeBefore() => ProcessSnapshot.TakeBefore(_workingSet);

    public ProcessSnapshot? TakeAfter() => ProcessSnapshot.TakeAfter(_workingSet);

    public long? CollectAndMeasure() => ManagedHeap.CollectAndMeasure();

    public long? CountCompiledMethods() => JitInfo.GetCompiledMethodCount();

    public long? CountOwedMethods() => (_compiler ??= new CompilerWatch()).Owed;

    public void EndCompilerWatch()
    {
        _compiler?.Dispose();
        _compiler = null;
    }

    public long ReadWorkingSet() => _workingSet.Read();

    public void BeginSampling() => _sampler = new AllocationSampler();

    public IReadOnlyList<AllocatedType> EndSampling(int count)
    {
        using var sampler = _sampler;
        _sampler = null;
        return sampler?.Top(count) ?? [];
    }

    public void BeginCounting(int? ownPort) => _counts ??= new CountWatch(ownPort);

    public TimeSpan? CountsSettleIn() => _counts?.SettlesIn();

    public long[]? ReadCounts() => _counts?.Read();

    public void ForgetTexts() => _counts?.ForgetTexts();

    public CountedTexts? EndCounting()
    {
        using var counts = _counts;
        _counts = null;
        return counts?.Texts();
    }

    public void Dispose()
    {
        _counts?.Dispose();
        EndCompilerWatch();
        _sampler?.Dispose();
        _workingSet.Dispose();
    }
}
