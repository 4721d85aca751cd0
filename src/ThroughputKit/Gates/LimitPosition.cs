using ThroughputKit.Statistics;

namespace ThroughputKit.Gates;

/// <summary>The position of a figure relative to its limit after some attempts.</summary>
/// <param name="Verdict">The side of the limit on which the figure is.</param>
/// <param name="Value">The figure of all attempts together.</param>
/// <param name="Interval">
/// The interval that contains the figure in 95 of 100 tests, however many attempts they take; <see langword="null"/> if the figure has no interval, or is
/// chance.
/// </param>
/// <param name="Attempts">The number of attempts.</param>
/// <param name="MissingRequests">The number of requests missing for the figure to be more than chance.</param>
/// <param name="Own">The range from the lowest to the highest bound of the attempts' own intervals, which come from their parts.</param>
internal readonly record struct LimitPosition(GateVerdict Verdict, double Value, Interval? Interval, int Attempts, long MissingRequests, Interval Own)
{
    // An interval with ends so far apart says nothing about the app.
    private const double Widest = 10;

    /// <summary>Gets whether the attempts, or the parts of a single one, disagree too much for an interval.</summary>
    public bool IsScattered => Interval is { } interval && !(interval.High <= Widest * interval.Low);
}
