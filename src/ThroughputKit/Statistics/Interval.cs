namespace ThroughputKit.Statistics;

/// <summary>The bounds between which a true value lies, but for a known share of cases.</summary>
internal readonly record struct Interval(double Low, double High)
{
    /// <summary>Gets whether it has two ends.</summary>
    public bool IsBounded => double.IsFinite(Low) && double.IsFinite(High);

    public double HalfWidth => (High - Low) / 2;
}
