namespace ThroughputKit.Measurement;

/// <summary>What the machine has done until one moment. Reading it allocates, so it is read before and after the count of allocated bytes.</summary>
/// <param name="Ticks">What its cores did; <see langword="null"/> where that isn't known.</param>
/// <param name="Limit">How often a limit has held this process back; <see langword="null"/> where that isn't known.</param>
internal readonly record struct MachineLoad(ProcessorTicks? Ticks, ProcessorLimit? Limit)
{
    // The system counts in hundredths of a second, and limits in tenths.
    private static readonly TimeSpan _shortest = TimeSpan.FromSeconds(0.5);

    public static MachineLoad Read() => new(ProcessorTicks.Read(), ProcessorLimit.Read());

    /// <summary>Works out what was done from one moment to another. Pure.</summary>
    /// <param name="before">The first moment.</param>
    /// <param name="after">The second.</param>
    /// <param name="elapsed">The time between them.</param>
    /// <param name="own">The processor time of all processes that belong to the run; <see langword="null"/> if it isn't known.</param>
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

    /// <summary>The same without what the machine did between two moments: what is worked out from it leaves that stretch out.</summary>
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
