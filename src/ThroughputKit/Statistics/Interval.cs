namespace ThroughputKit.Statistics;

/// <summary>A confidence interval: the bounds that contain a true value, except for a known share of cases.</summary>
internal readonly record struct Interval(double Low, double High)
{
    /// <summary>Gets whether both ends are finite.</summary>
    public bool IsBounded => double.IsFinite(Low) && double.IsFinite(High);

    public double HalfWidth => (High - Low) / 2;
}
