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

    /// <summary>The chance that a go finds within the limit what isn't.</summary>
    public const double ErrorWithin = 0.02;

    /// <summary>The chance that a go finds beyond the limit what isn't. A failure needs two goes, so that it is a hundredth for both.</summary>
    public const double ErrorBeyond = 0.1;

    /// <param name="values">What was measured so far.</param>
    /// <param name="limit">The limit.</param>
    /// <param name="share">The share of the chances of a wrong decision that may be spent.</param>
    public static Decision Decide(IReadOnlyCollection<double> values, double limit, double share)
    {
        var mean = TrimmedMean.Of(values, Trimmed);
        return mean.Within(ErrorBeyond * share).Low > limit ? Decision.Beyond
            : mean.Within(ErrorWithin * share).High < limit && values.Average() < limit ? Decision.Within
            : Decision.Open;
    }
}
