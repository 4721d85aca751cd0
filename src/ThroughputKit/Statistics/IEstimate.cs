namespace ThroughputKit.Statistics;

/// <summary>A figure that was estimated, and how exactly it is known.</summary>
internal interface IEstimate
{
    /// <summary>Gets the figure.</summary>
    double Center { get; }

    /// <summary>Gets the figure with nothing trimmed.</summary>
    double Untrimmed { get; }

    /// <summary>The interval that holds the true value but for a share of cases on each side.</summary>
    /// <param name="shareOutside">The share on each side: 0.025 for an interval of 95%.</param>
    Interval Within(double shareOutside);
}
