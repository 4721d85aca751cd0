namespace ThroughputKit.Reports;

/// <summary>The memory in a part of a run.</summary>
/// <param name="Start">The start in seconds.</param>
/// <param name="End">The end in seconds.</param>
/// <param name="Memory">The collections, and the memory where it is largest.</param>
internal readonly record struct MemoryColumn(double Start, double End, IntervalMemory Memory)
{
    /// <summary>Returns those of intervals of which all have it; none otherwise.</summary>
    public static IReadOnlyList<MemoryColumn> Of(IReadOnlyList<LoadInterval> intervals) => intervals.Any(i => i.Memory is null) ? []
        : [.. intervals.Select(i => new MemoryColumn(i.Start.TotalSeconds, (i.Start + i.Length).TotalSeconds, i.Memory!))];

    /// <summary>Returns as many columns as there may be at most, of equal numbers of parts.</summary>
    public static IReadOnlyList<MemoryColumn> Merge(IReadOnlyList<MemoryColumn> columns, int max) =>
        Plot.Merge(columns, max, Merged);

    private static MemoryColumn Merged(MemoryColumn[] parts)
    {
        IntervalMemory[] all = Array.ConvertAll(parts, p => p.Memory);
        return new MemoryColumn(parts[0].Start, parts[^1].End, all.MaxBy(m => m.AllBytes)!.WithCollectionsOf(all));
    }
}
