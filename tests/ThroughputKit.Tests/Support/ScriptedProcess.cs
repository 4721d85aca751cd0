using ThroughputKit.Counting;
using ThroughputKit.Probes;

namespace ThroughputKit.Tests.Support;

/// <summary>A process with made-up counters.</summary>
/// <param name="allocatedBytes">Returns the bytes that it has allocated.</param>
/// <param name="types">What is sampled of them.</param>
internal sealed class ScriptedProcess(Func<long> allocatedBytes, params AllocatedType[] types) : IProcessProbe
{
    /// <summary>Gets or sets whether the process has ended.</summary>
    public bool HasExited { get; set; }

    /// <summary>Gets what returns the number of methods that it has compiled; none by default.</summary>
    public Func<long> Methods { get; init; } = () => 0;

    /// <summary>Gets what returns the number of methods that it has yet to optimize; none by default.</summary>
    public Func<long> Owed { get; init; } = () => 0;

    /// <summary>Gets what returns the size of its heap.</summary>
    public Func<long> Heap { get; init; } = () => 1;

    /// <summary>Gets what returns its counts, in the order of <see cref="CountKind"/>; none by default.</summary>
    public Func<long[]> Counts { get; init; } = () => new long[Enum.GetValues<CountKind>().Length];

    /// <summary>Gets what returns what was counted; nothing by default.</summary>
    public Func<CountedTexts> Counted { get; init; } = () => CountedTexts.None;

    public string? UnansweredCommand => null;

    public ProcessSnapshot? TakeBefore() => Take();

    public ProcessSnapshot? TakeAfter() => Take();

    public long? CollectAndMeasure() => HasExited ? null : Heap();

    public long? CountCompiledMethods() => HasExited ? null : Methods();

    public long? CountOwedMethods() => HasExited ? null : Owed();

    public void EndCompilerWatch()
    {
        // the compiler is made up
    }

    public long ReadWorkingSet() => 1;

    public void BeginSampling()
    {
        // the types are known
    }

    public IReadOnlyList<AllocatedType> EndSampling(int count) => [.. types.Take(count)];

    public void ForgetTexts()
    {
        // the texts are made up
    }

    public void BeginCounting(int? ownPort)
    {
        // the counts are made up
    }

    public TimeSpan? CountsSettleIn() => HasExited ? null : TimeSpan.Zero;

    public long[]? ReadCounts() => HasExited ? null : Counts();

    public CountedTexts? EndCounting() => HasExited ? null : Counted();

    private ProcessSnapshot? Take() => HasExited ? null : new ProcessSnapshot(allocatedBytes(), 1, 0, 0, 0, TimeSpan.Zero, TimeSpan.Zero);
}
