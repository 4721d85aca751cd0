namespace ThroughputKit.Reports;

/// <summary>A figure in a part of a run.</summary>
/// <param name="Start">The start in seconds.</param>
/// <param name="End">The end in seconds.</param>
/// <param name="Weight">The weight of the mean among those of other parts; zero if there is none.</param>
/// <param name="Mean">The mean.</param>
/// <param name="Least">The least value in it.</param>
/// <param name="Most">The largest value in it.</param>
/// <param name="Failed">The number of failed requests.</param>
internal readonly record struct TimeColumn(double Start, double End, double Weight, double Mean, double Least, double Most, long Failed)
{
    /// <summary>Gets the number of generation 2 collections; <see langword="null"/> if unknown.</summary>
    public int? Collections { get; init; }

    /// <summary>Gets the middle in seconds.</summary>
    public double Middle => (Start + End) / 2;

    /// <summary>Returns the throughput of intervals. A last one that is short, whose rate would be chance, belongs to the one before.</summary>
    public static IReadOnlyList<TimeColumn> Throughput(IReadOnlyList<LoadInterval> intervals)
    {
        TimeColumn[] all =
        [
            .. intervals.Where(i => i.Length > TimeSpan.Zero).Select(i => new TimeColumn(
                i.Start.TotalSeconds, (i.Start + i.Length).TotalSeconds, i.Length.TotalSeconds, i.Rps, i.Rps, i.Rps, i.Failed)
            { Collections = i.Memory?.Gen2Collections }),
        ];
        if (all is not [.., var previous, var last] || last.Weight >= previous.Weight / 2)
        {
            return all;
        }

        var both = Merged(all.AsSpan()[^2..]);
        return [.. all[..^2], both with { Least = both.Mean, Most = both.Mean }];
    }

    /// <summary>Returns the latency of intervals in milliseconds.</summary>
    public static IReadOnlyList<TimeColumn> Latency(IReadOnlyList<LoadInterval> intervals) =>
    [
        .. intervals.Select(i => new TimeColumn(
            i.Start.TotalSeconds, (i.Start + i.Length).TotalSeconds, i.Succeeded, i.MeanLatency.TotalMilliseconds, i.MeanLatency.TotalMilliseconds,
            i.MaxLatency.TotalMilliseconds, i.Failed)
        { Collections = i.Memory?.Gen2Collections }),
    ];

    /// <summary>Returns as many columns as there may be at most, of equal numbers of parts.</summary>
    public static IReadOnlyList<TimeColumn> Merge(IReadOnlyList<TimeColumn> columns, int max) =>
        Plot.Merge(columns, max, parts => Merged(parts));

    private static TimeColumn Merged(ReadOnlySpan<TimeColumn> parts)
    {
        var (weight, sum, least, most, failed, collections) = (0.0, 0.0, double.PositiveInfinity, 0.0, 0L, (int?)0);
        foreach (var part in parts)
        {
            failed += part.Failed;
            collections += part.Collections;
            if (part.Weight > 0)
            {
                weight += part.Weight;
                sum += part.Weight * part.Mean;
                (least, most) = (Math.Min(least, part.Least), Math.Max(most, part.Most));
            }
        }

        return new TimeColumn(parts[0].Start, parts[^1].End, weight, weight > 0 ? sum / weight : 0, weight > 0 ? least : 0, most, failed)
        {
            Collections = collections,
        };
    }
}
