namespace ThroughputKit;

/// <summary>
/// By how much an exact figure may differ from its baseline: by <see cref="Bytes"/> or by <see cref="Percent"/>, whichever is more.
/// </summary>
public sealed record BaselineTolerance
{
    /// <summary>Gets the allowed difference in bytes, for figures that are bytes. Allowed: zero or more.</summary>
    /// <value>The default value is 8: allocated bytes a request are exact to 4 B, so that two readings differ by at most twice that.</value>
    public double Bytes { get; init; } = 8;

    /// <summary>Gets the allowed difference in percent of the baseline; one percent is 1. Allowed: zero to 100.</summary>
    /// <value>The default value is 1: room for a patch of the runtime, far less than what a closure or a list more would take of a small response.</value>
    public double Percent { get; init; } = 1;
}
