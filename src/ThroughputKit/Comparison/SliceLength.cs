using ThroughputKit.Measurement;

namespace ThroughputKit.Comparison;

/// <summary>How long slices are. Many short ones know more than few long ones, as long as each goes on as a long run would.</summary>
internal static class SliceLength
{
    // What ends in a slice is known exactly, so a few latencies are enough where all are alike.
    private const int Latencies = 2;

    // Slow requests among fast ones hold their connections: it takes a while until as many are held as in a long run.
    private const int Excesses = 10;

    // Twice as many placements as it takes for a decision, each of a block of four.
    private const int LeastInMaxDuration = 2 * Quantities.FewestPlacements * 4;

    /// <summary>Below this, beginning and ending a slice takes more than it brings: docs/trust.md has the figures.</summary>
    public static TimeSpan Shortest { get; } = TimeSpan.FromMilliseconds(10);

    /// <param name="settling">Slices of both sides that were not measured.</param>
    /// <param name="maxDuration">How long all slices take at most.</param>
    public static TimeSpan For(IReadOnlyList<SlicePair> settling, TimeSpan maxDuration)
    {
        var (reference, candidate) = (settling.Select(p => p.Reference), settling.Select(p => p.Candidate));
        return For(
            Clock.ToTimeSpan(Math.Max(Typical(reference, s => s.MeanLatency), Typical(candidate, s => s.MeanLatency))),
            Clock.ToTimeSpan(Math.Max(Typical(reference, s => s.MeanInFlight), Typical(candidate, s => s.MeanInFlight))),
            maxDuration);
    }

    /// <param name="mean">The mean latency of the slower side.</param>
    /// <param name="meanInFlight">The mean latency of its requests in flight at a random moment.</param>
    /// <param name="maxDuration">How long all slices take at most.</param>
    public static TimeSpan For(TimeSpan mean, TimeSpan meanInFlight, TimeSpan maxDuration)
    {
        var longest = maxDuration / LeastInMaxDuration;
        var length = (mean * Latencies) + ((meanInFlight - mean) * Excesses);
        return length > longest ? longest : length < Shortest ? Shortest : length;
    }

    // The app's own slow requests are in every slice; a pause of the machine, which short slices are there for, is in some.
    private static double Typical(IEnumerable<Slice> slices, Func<Slice, double> latency)
    {
        double[] sorted = [.. slices.Select(latency).Order()];
        return sorted.Length == 0 ? 0 : sorted[sorted.Length / 4];
    }
}
