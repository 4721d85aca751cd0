using ThroughputKit.Statistics;

namespace ThroughputKit.Comparison;

/// <summary>
/// One gate of a comparison: decides, at planned looks, whether its quantity lies within the limit or beyond it. Larger values are worse. Pure.
/// </summary>
/// <remarks>
/// The decision uses the confidence interval of the trimmed mean. Trimming hides rare, large values, for example of collections. If those
/// values take the plain mean beyond the limit, the limit doesn't hold.
/// </remarks>
/// <param name="quantity">The quantity that the gate limits.</param>
/// <param name="limit">The limit, on the quantity's scale.</param>
internal sealed class LimitTest(Quantity quantity, double limit)
{
    // The false-pass probability of one pass.
    private const double ErrorWithin = 0.02;

    // The false-failure probability of one pass. A failure needs two passes. For both together the probability is below 1%, which leaves room for errors
    // that all placements of a pass share.
    private const double ErrorBeyond = 0.025;

    private int _looksTaken;

    /// <summary>
    /// Gets the looks, by the completed share of the measuring time, and the share of the error probability that each may spend: little on the first looks,
    /// which end clear cases early, and most on the last. The shares add up to one. So the error probability over all looks is at most the whole, however
    /// the looks depend on one another (Bonferroni's inequality).
    /// </summary>
    public static IReadOnlyList<(double Progress, double Share)> Looks { get; } =
        [(0.125, 0.1), (0.1875, 0.1), (0.25, 0.15), (0.375, 0.15), (0.5, 0.15), (0.75, 0.15), (1, 0.2)];

    public Quantity Quantity => quantity;

    public double Limit => limit;

    /// <summary>
    /// Gets the interval that the last look used, which must lie within the limit for a pass, or beyond it for a failure; <see langword="null"/> if there was
    /// no look.
    /// </summary>
    public Interval? Sure { get; private set; }

    /// <summary>Gets the verdict so far. A decision is final.</summary>
    public GateVerdict Verdict { get; private set; }

    /// <summary>Gets whether nothing is left to decide: the verdict is final, or the last look was taken.</summary>
    public bool IsOver => Verdict != GateVerdict.Inconclusive || _looksTaken == Looks.Count;

    /// <summary>Returns one test for each gate that is set.</summary>
    public static IReadOnlyList<LimitTest> Of(ComparisonGates gates) =>
        [.. Quantities.All.Where(q => q.Limit(gates) is not null).Select(q => new LimitTest(q, q.Limit(gates)!.Value))];

    /// <summary>Returns the same test before its first look.</summary>
    public LimitTest Again() => new(quantity, limit);

    /// <summary>Evaluates the estimate so far, if a look is due and there is an estimate.</summary>
    /// <param name="estimate">Estimates the quantity; returns <see langword="null"/> if there are too few measurements.</param>
    /// <param name="progress">The completed share of the measuring time, from 0 to 1.</param>
    public void Look(Func<IEstimate?> estimate, double progress)
    {
        if (IsOver || progress < Looks[_looksTaken].Progress || estimate() is not { } known)
        {
            return;
        }

        // Long placements can miss looks. The last of the missed looks then gets the shares of all of them.
        double share = 0;
        while (_looksTaken < Looks.Count && progress >= Looks[_looksTaken].Progress)
        {
            share += Looks[_looksTaken].Share;
            _looksTaken++;
        }

        var sure = new Interval(known.Within(ErrorBeyond * share).Low, known.Within(ErrorWithin * share).High);
        Sure = sure;
        Verdict = sure.Low > limit ? GateVerdict.Failed
            : sure.High < limit && known.Untrimmed < limit ? GateVerdict.Passed
            : GateVerdict.Inconclusive;
    }
}
