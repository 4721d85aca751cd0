namespace ThroughputKit.Statistics;

/// <summary>An estimated figure with its confidence intervals.</summary>
internal interface IEstimate
{
    /// <summary>Gets the figure.</summary>
    double Center { get; }

    /// <summary>Gets the figure without trimming.</summary>
    double Untrimmed { get; }

    /// <summary>Returns the interval that contains the true value, except for a share of cases on each side.</summary>
    /// <param name="shareOutside">The share on each side: 0.025 for a 95% interval.</param>
    Interval Within(double shareOutside);
}
