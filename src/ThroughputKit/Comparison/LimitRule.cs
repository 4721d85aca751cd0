using ThroughputKit.Statistics;

namespace ThroughputKit.Comparison;

/// <summary>Decides whether a quantity lies within a limit or beyond it. Larger values are worse. Pure.</summary>
/// <remarks>
/// The decision uses the confidence interval of the trimmed mean. Trimming hides rare, large values, for example of collections. If those
/// values take the plain mean beyond the limit, the limit doesn't hold.
/// </remarks>
internal static class LimitRule
{
    /// <summary>False-pass probability of one pass.</summary>
    public const double ErrorWithin = 0.02;

    /// <summary>
    /// False-failure probability of one pass. A failure needs two passes. For both together the probability is below 1%, which leaves room for
    /// errors that all placements of a pass share.
    /// </summary>
    public const double ErrorBeyond = 0.025;

    /// <summary>Returns the interval that must lie within the limit for a pass, or beyond it for a failure.</summary>
    /// <param name="estimate">The estimate so far.</param>
    /// <param name="share">The share of the error probabilities that may be spent.</param>
    public static Interval Sure(IEstimate estimate, double share) => new(estimate.Within(ErrorBeyond * share).Low, estimate.Within(ErrorWithin * share).High);

    /// <param name="estimate">The estimate so far.</param>
    /// <param name="limit">The limit.</param>
    /// <param name="share">The share of the error probabilities that may be spent.</param>
    public static GateVerdict Decide(IEstimate estimate, double limit, double share) => Sure(estimate, share) switch
    {
        var sure when sure.Low > limit => GateVerdict.Failed,
        var sure when sure.High < limit && estimate.Untrimmed < limit => GateVerdict.Passed,
        _ => GateVerdict.Inconclusive,
    };
}
