using ThroughputKit.Probes;

namespace ThroughputKit.Tests.Support;

/// <summary>Made-up counters of a process.</summary>
/// <param name="methods">The number of methods compiled so far; none if left out.</param>
/// <param name="cpu">The processor time used so far; unknown if left out.</param>
internal sealed class MadeProcess(Func<long>? methods = null, Func<TimeSpan>? cpu = null) : IProcessProbe
{
    public bool HasGone => false;

    public string? Silence => null;

    public ProcessSnapshot? TakeBefore() => cpu is null ? null : default(ProcessSnapshot) with { Cpu = cpu() };

    public ProcessSnapshot? TakeAfter() => TakeBefore();

    public long? CollectAndMeasure() => null;

    public long? CountCompiledMethods() => methods?.Invoke() ?? 0;

    public long ReadWorkingSet() => 0;

    public void BeginSampling() => throw new NotSupportedException();

    public IReadOnlyList<AllocatedType> EndSampling(int count) => throw new NotSupportedException();
}
