namespace ThroughputKit.Comparison;

/// <summary>How long slices are. Many short ones know more than few long ones, as long as each holds many requests of each connection.</summary>
internal static class SliceLength
{
    private const int RequestsOfEachConnection = 10;

    /// <summary>Below this, beginning and ending a slice takes more than it brings: docs/trust.md has the figures.</summary>
    public static TimeSpan Shortest { get; } = TimeSpan.FromMilliseconds(10);

    /// <param name="slowest">The median latency of the slower side.</param>
    public static TimeSpan For(TimeSpan slowest) => slowest * RequestsOfEachConnection < Shortest ? Shortest : slowest * RequestsOfEachConnection;
}
