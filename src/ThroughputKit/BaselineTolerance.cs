namespace ThroughputKit;

/// <summary>The allowed difference between an exact figure and its baseline: <see cref="Bytes"/> or <see cref="Percent"/>, whichever is more.</summary>
public sealed record BaselineTolerance
{
    /// <summary>Gets the allowed difference in bytes, for figures in bytes. Allowed: zero or more.</summary>
    /// <value>The default value is 8: allocated bytes per request are exact to 4 B, so two readings differ by at most twice that.</value>
    public double Bytes { get; init; } = 8;

    /// <summary>Gets the allowed difference in percent of the baseline; one percent is 1. Allowed: zero to 100.</summary>
    /// <value>
    /// The default value is 1. This leaves room for a patch of the runtime, and is far less than an additional closure or list adds to a small response. For
    /// allocated bytes above 16,000 B per request it is 2, because those vary by that much from one process to the next.
    /// </value>
    public double Percent { get => PercentIfSet ?? 1; init => PercentIfSet = value; }

    internal double? PercentIfSet { get; private init; }
}
