using System.Globalization;
using ThroughputKit.Probes;

namespace ThroughputKit.Hosting.Published;

/// <summary>The counters of an app's own process, read by its start-up hook. The working set is read from this process, at no cost to the app.</summary>
/// <param name="hook">The connection to the hook.</param>
/// <param name="workingSet">Reads the working set.</param>
/// <param name="limit">The maximum time for an answer.</param>
/// <param name="heapLimit">The maximum time for an answer that requires full collections first.</param>
internal sealed class ChildProbe(HookLink hook, WorkingSet workingSet, TimeSpan limit, TimeSpan heapLimit) : IProcessProbe
{
    public ChildProbe(HookLink hook, WorkingSet workingSet)
        : this(hook, workingSet, TimeSpan.FromSeconds(5), TimeSpan.FromSeconds(30))
    {
    }

    public bool HasGone => hook.IsClosed;

    public string? Silence { get; private set; }

    // The hook excludes its own share, so the order of its reads doesn't matter.
    public ProcessSnapshot? TakeBefore() => Take();

    public ProcessSnapshot? TakeAfter() => Take();

    public long? CollectAndMeasure()
    {
        Span<long> bytes = stackalloc long[1];
        return TryAsk(HookCommand.Heap, bytes, heapLimit, "it was asked to collect its heap") ? bytes[0] : null;
    }

    public long? CountCompiledMethods()
    {
        Span<long> methods = stackalloc long[1];
        return TryAsk(HookCommand.Methods, methods, limit, "it was asked for its number of compiled methods") ? methods[0] : null;
    }

    public long ReadWorkingSet() => workingSet.Read();

    public void BeginSampling() => hook.TryTell(HookCommand.BeginSampling);

    public IReadOnlyList<AllocatedType> EndSampling(int count) => [.. hook.AskTypes(limit).Take(count)];

    private ProcessSnapshot? Take()
    {
        Span<long> f = stackalloc long[6];
        return TryAsk(HookCommand.Snapshot, f, limit, "it was asked for its counters")
            ? new ProcessSnapshot(f[0], workingSet.Read(), (int)f[1], (int)f[2], (int)f[3], TimeSpan.FromTicks(f[4]), TimeSpan.FromTicks(f[5]))
            : null;
    }

    private bool TryAsk(HookCommand command, Span<long> answer, TimeSpan within, string when)
    {
        var isAnswered = hook.TryAsk(command, answer, within);
        if (!isAnswered && !hook.IsClosed)
        {
            Silence ??= string.Create(CultureInfo.InvariantCulture, $"within {within.TotalSeconds:0.###} s when {when}");
        }

        return isAnswered;
    }
}
