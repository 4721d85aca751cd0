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
    /// <summary>The chance that a pass finds within the limit what isn't.</summary>
    public const double ErrorWithin = 0.02;

    /// <summary>
    /// The chance that a pass finds beyond the limit what isn't. A failure needs two passes: that leaves room, below a hundredth for both, for
    /// what all placements of a pass share.
    /// </summary>
    public const double ErrorBeyond = 0.025;

    /// <summary>The interval that is to lie within the limit, or beyond it.</summary>
    /// <param name="estimate">What is known so far.</param>
    /// <param name="share">The share of the chances of a wrong decision that may be spent.</param>
    public static Interval Sure(IEstimate estimate, double share) => new(estimate.Within(ErrorBeyond * share).Low, estimate.Within(ErrorWithin * share).High);

    /// <param name="estimate">What is known so far.</param>
    /// <param name="limit">The limit.</param>
    /// <param name="share">The share of the chances of a wrong decision that may be spent.</param>
    public static Decision Decide(IEstimate estimate, double limit, double share) => Sure(estimate, share) switch
    {
        var sure when sure.Low > limit => Decision.Beyond,
        var sure when sure.High < limit && estimate.Untrimmed < limit => Decision.Within,
        _ => Decision.Open,
    };
}
