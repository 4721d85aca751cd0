using ThroughputKit.Measurement;

namespace ThroughputKit.Hosting.Published;

/// <summary>The counters of an app's own process, as its start-up hook reads them. Its working set is read from here, which costs the app nothing.</summary>
internal sealed class ChildProbe(HookLink hook, WorkingSet workingSet) : IProcessProbe
{
    private static readonly TimeSpan _limit = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan _heapLimit = TimeSpan.FromSeconds(30);

    // The hook leaves its own part out, so the order in which it reads doesn't matter.
    public ProcessSnapshot? TakeBefore() => Take();

    public ProcessSnapshot? TakeAfter() => Take();

    public long? CollectAndMeasure()
    {
        Span<long> bytes = stackalloc long[1];
        return hook.TryAsk(HookCommand.Heap, bytes, _heapLimit) ? bytes[0] : null;
    }

    public long CountCompiledMethods()
    {
        Span<long> methods = stackalloc long[1];
        return hook.TryAsk(HookCommand.Methods, methods, _limit) ? methods[0] : 0;
    }

    public long ReadWorkingSet() => workingSet.Read();

    public void BeginSampling() => hook.TryTell(HookCommand.BeginSampling);

    public IReadOnlyList<AllocatedType> EndSampling(int count) => [.. hook.AskTypes(_limit).Take(count)];

    private ProcessSnapshot? Take()
    {
        Span<long> f = stackalloc long[6];
        return hook.TryAsk(HookCommand.Snapshot, f, _limit)
            ? new ProcessSnapshot(f[0], workingSet.Read(), (int)f[1], (int)f[2], (int)f[3], TimeSpan.FromTicks(f[4]), TimeSpan.FromTicks(f[5]))
            : null;
    }
}
