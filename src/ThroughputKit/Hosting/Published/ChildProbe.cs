using System.Globalization;
using ThroughputKit.Counting;
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

    public bool HasExited => hook.IsClosed;

    public string? UnansweredCommand { get; private set; }

    // The hook excludes its own share, so the order of its reads doesn't matter.
    public ProcessSnapshot? TakeBefore() => Take();

    public ProcessSnapshot? TakeAfter() => Take();

    public long? CollectAndMeasure() => Ask(HookMessage.Heap, 1, heapLimit, "it was asked to collect its heap")?[0];

    public long? CountCompiledMethods() => Ask(HookMessage.Methods, 1, limit, "it was asked for its number of compiled methods")?[0];

    public long? CountOwedMethods() => Ask(HookMessage.Owed, 1, limit, "it was asked for the number of methods to be optimized")?[0];

    public void EndCompilerWatch() => hook.TrySend(HookMessage.EndCompilerWatch);

    public long ReadWorkingSet() => workingSet.Read();

    public void BeginSampling() => hook.TrySend(HookMessage.BeginSampling);

    public IReadOnlyList<AllocatedType> EndSampling(int count) =>
        [.. (hook.Ask(HookMessage.EndSampling, limit) ?? []).Select(ReadType).OfType<AllocatedType>().Take(count)];

    public void BeginCounting(int? ownPort) => hook.TrySend(HookMessage.BeginCounting);

    public TimeSpan? CountsSettleIn() =>
        Ask(HookMessage.CountsSettleIn, 1, limit, "it was asked when its counts are complete") is { } wait ? TimeSpan.FromMilliseconds(wait[0]) : null;

    public long[]? ReadCounts() => Ask(HookMessage.Counts, Enum.GetValues<CountKind>().Length, limit, "it was asked for its counts");

    public void ForgetTexts() => hook.TrySend(HookMessage.ForgetTexts);

    public CountedTexts? EndCounting() =>
        Ask(HookMessage.EndCounting, limit, "it was asked what it had counted", _ => true) is { } counted ? CountedTextsLine.Read(counted) : null;

    private static AllocatedType? ReadType(string text) =>
        text.Split(' ', 2) is [var share, var name] && double.TryParse(share, CultureInfo.InvariantCulture, out var value) ? new AllocatedType(name, value)
            : null;

    private static long? ReadFigure(string text) => long.TryParse(text, CultureInfo.InvariantCulture, out var figure) ? figure : null;

    private ProcessSnapshot? Take() => Ask(HookMessage.Snapshot, 6, limit, "it was asked for its counters") is { } f
        ? new ProcessSnapshot(f[0], workingSet.Read(), (int)f[1], (int)f[2], (int)f[3], TimeSpan.FromTicks(f[4]), TimeSpan.FromTicks(f[5]))
        : null;

    private long[]? Ask(string command, int figures, TimeSpan within, string when)
    {
        var answer = Ask(command, within, when, answer => answer.Length == figures && answer.All(a => ReadFigure(a) is not null));
        return answer is null ? null : [.. answer.Select(a => ReadFigure(a)!.Value)];
    }

    private string[]? Ask(string command, TimeSpan within, string when, Func<string[], bool> isAnswer)
    {
        if (hook.Ask(command, within) is { } answer && isAnswer(answer))
        {
            return answer;
        }

        if (!hook.IsClosed)
        {
            UnansweredCommand ??= string.Create(CultureInfo.InvariantCulture, $"within {within.TotalSeconds:0.###} s when {when}");
        }

        return null;
    }
}
