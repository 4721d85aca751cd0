using ThroughputKit.Pacing;

namespace ThroughputKit.Slices;

/// <summary>Determines the length of slices. Many short slices show more than few long ones, as long as each behaves like a long run.</summary>
internal static class SliceLength
{
    // Responses that end in a slice are known exactly, so a few latencies are enough if all are alike.
    private const int Latencies = 2;

    // Slow requests among fast ones hold their connections. It takes a while until they hold as many as in a long run.
    private const int Excesses = 10;

    // Twice the number of placements required for an interval, each with one block: two slices of each side.
    private const int MinOfSide = 2 * Placement.MinCount * 2;

    /// <summary>
    /// Gets the minimum length. Below it, starting and ending a slice costs more than the slice gains. docs/comparisons.md explains how slices are used.
    /// </summary>
    public static TimeSpan Shortest { get; } = TimeSpan.FromMilliseconds(10);

    /// <param name="settling">Slices of all sides, round by round, that don't count as measurements.</param>
    /// <param name="sides">The number of sides.</param>
    /// <param name="maxDuration">The maximum time of all slices.</param>
    public static TimeSpan For(IReadOnlyList<Slice[]> settling, int sides, TimeSpan maxDuration)
    {
        return For(Slowest(s => s.MeanLatency), Slowest(s => s.MeanInFlight), sides, maxDuration);

        TimeSpan Slowest(Func<Slice, double> latency) =>
            Clock.ToTimeSpan(Enumerable.Range(0, sides).Max(side => Typical(settling.Select(round => round[side]), latency)));
    }

    /// <param name="mean">The mean latency of the slowest side.</param>
    /// <param name="meanInFlight">The mean latency of its requests in flight at a random moment.</param>
    /// <param name="sides">The number of sides.</param>
    /// <param name="maxDuration">The maximum time of all slices.</param>
    public static TimeSpan For(TimeSpan mean, TimeSpan meanInFlight, int sides, TimeSpan maxDuration)
    {
        var longest = maxDuration / (MinOfSide * sides);
        var length = (mean * Latencies) + ((meanInFlight - mean) * Excesses);
        return length > longest ? longest : length < Shortest ? Shortest : length;
    }

    /// <summary>
    /// Returns how many passes of a chain each user has in a slice, on all sides: as many as take the length on the slowest side. As long as enough slices
    /// fit in, also the first, which doesn't count, and more if a slice of the fastest side would otherwise be mostly its start.
    /// </summary>
    /// <param name="length">The length.</param>
    /// <param name="slowest">The time of a pass on the slowest side; <see langword="null"/> if no side has a chain.</param>
    /// <param name="fastest">The time of a pass on the fastest side.</param>
    /// <param name="sides">The number of sides.</param>
    /// <param name="maxDuration">The maximum time of all slices.</param>
    public static int Passes(TimeSpan length, TimeSpan? slowest, TimeSpan? fastest, int sides, TimeSpan maxDuration)
    {
        if (slowest is not { } slow || fastest is not { } fast)
        {
            return 1;
        }

        var least = Math.Ceiling(length / slow);
        var wanted = 1 + Math.Max(least, Math.Ceiling(Shortest / fast));
        return (int)Math.Max(least, Math.Min(wanted, Math.Floor(maxDuration / (MinOfSide * sides) / slow)));
    }

    // The app's own slow requests are in every slice. A pause of the machine, which is the reason for short slices, is in only some of them.
    private static double Typical(IEnumerable<Slice> slices, Func<Slice, double> latency)
    {
        double[] sorted = [.. slices.Select(latency).Order()];
        return sorted.Length == 0 ? 0 : sorted[sorted.Length / 4];
    }
}
