namespace ThroughputKit.Probes;

/// <summary>The machine's counters at one moment. Reading them allocates, so they are read before and after the count of allocated bytes.</summary>
/// <param name="Ticks">The counters of its cores; <see langword="null"/> if unknown.</param>
/// <param name="Limit">How often a limit has throttled this process; <see langword="null"/> if unknown.</param>
internal readonly record struct MachineLoad(ProcessorTicks? Ticks, ProcessorLimit? Limit)
{
    // The system counts in hundredths of a second, and limits count in tenths of a second.
    private static readonly TimeSpan _shortest = TimeSpan.FromSeconds(0.5);

    public static MachineLoad Read() => new(ProcessorTicks.Read(), ProcessorLimit.Read());

    /// <summary>Computes the activity between two moments. Pure.</summary>
    /// <param name="before">The counters at the first moment.</param>
    /// <param name="after">The counters at the second moment.</param>
    /// <param name="elapsed">The time between them.</param>
    /// <param name="own">The processor time of all processes that belong to the run; <see langword="null"/> if unknown.</param>
    public static MachineFigures Between(MachineLoad before, MachineLoad after, TimeSpan elapsed, TimeSpan? own)
    {
        if (elapsed < _shortest)
        {
            return MachineFigures.NotAvailable;
        }

        var figures = new MachineFigures { ThrottledShare = Throttled(before.Limit, after.Limit) };
        if (before.Ticks is not { } first || after.Ticks is not { } last || last.Total <= first.Total)
        {
            return figures;
        }

        double total = last.Total - first.Total;
        return figures with
        {
            Cores = last.Cores,
            IdleCores = last.Cores * Math.Max(0, last.Idle - first.Idle) / total,
            StolenShare = Math.Max(0, last.Stolen - first.Stolen) / total,
            OtherBusyCores = own is { } time ? Math.Max(0, (last.Cores * (last.Busy - first.Busy) / total) - (time / elapsed)) : null,
        };
    }

    /// <summary>Returns the counters without the activity between two moments. Figures computed from them leave that stretch out.</summary>
    public MachineLoad Without(MachineLoad from, MachineLoad to) => new(
        Ticks is { } ticks && from.Ticks is { } first && to.Ticks is { } last ? ticks.Without(first, last) : null,
        Limit is { } limit && from.Limit is { } start && to.Limit is { } end
            ? new ProcessorLimit(limit.Periods + end.Periods - start.Periods, limit.Throttled + end.Throttled - start.Throttled)
            : null);

    private static double? Throttled(ProcessorLimit? before, ProcessorLimit? after) =>
        before is { } first && after is { } last && last.Periods > first.Periods
            ? (double)(last.Throttled - first.Throttled) / (last.Periods - first.Periods)
            : null;
}
