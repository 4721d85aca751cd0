namespace ThroughputKit.Statistics;

/// <summary>The bounds between which a true value lies, but for a known share of cases.</summary>
internal readonly record struct Interval(double Low, double High)
{
    public double HalfWidth => (High - Low) / 2;
}
