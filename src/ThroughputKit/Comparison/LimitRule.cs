using ThroughputKit.Gates;
using ThroughputKit.Statistics;

namespace ThroughputKit.Comparison;

/// <summary>Decides whether a quantity, of which larger is worse, lies within a limit or beyond it. Pure.</summary>
/// <remarks>
/// What counts is the interval of the trimmed mean. Trimming hides what is rare and large, such as collections: where that
/// takes the plain mean beyond the limit, the limit doesn't hold.
/// </remarks>
internal static class LimitRule
{
    /// <summary>The share of the values that is put aside at each end.</summary>
    public const double Trimmed = 0.1;

    /// <summary>The chance of a wrong decision in one go, on each side. A failure needs two goes.</summary>
    public const double Error = 0.02;

    /// <param name="values">What was measured so far.</param>
    /// <param name="limit">The limit.</param>
    /// <param name="error">The chance of a wrong decision, on each side.</param>
    public static Decision Decide(IReadOnlyCollection<double> values, double limit, double error)
    {
        var interval = TrimmedMean.Of(values, Trimmed).Within(error);
        return interval.Low > limit ? Decision.Beyond
            : interval.High < limit && values.Average() < limit ? Decision.Within
            : Decision.Open;
    }
}
