namespace ThroughputKit.Comparison;

/// <summary>How long slices are. Many short ones know more than few long ones, as long as each goes on as a long run would.</summary>
internal static class SliceLength
{
    // Slow requests among fast ones hold their connections: it takes a while until as many are held as in a long run.
    private const int Latencies = 10;

    // Twice as many as it takes for a decision, each of two pairs.
    private const int LeastInMaxDuration = 8 * LimitTest.LeastValues;

    /// <summary>Below this, beginning and ending a slice takes more than it brings: docs/trust.md has the figures.</summary>
    public static TimeSpan Shortest { get; } = TimeSpan.FromMilliseconds(10);

    /// <param name="meanInFlight">The mean latency of the requests in flight at a random moment, of the slower side.</param>
    /// <param name="maxDuration">How long all slices take at most.</param>
    public static TimeSpan For(TimeSpan meanInFlight, TimeSpan maxDuration)
    {
        var longest = maxDuration / LeastInMaxDuration;
        var length = meanInFlight * Latencies;
        return length > longest ? longest : length < Shortest ? Shortest : length;
    }
}
