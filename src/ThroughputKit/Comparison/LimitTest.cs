using ThroughputKit.Statistics;

namespace ThroughputKit.Comparison;

/// <summary>Decides, at planned looks, whether a quantity lies within a limit or beyond it. Larger values are worse. Pure.</summary>
/// <param name="limit">The limit.</param>
/// <param name="looks">The planned looks.</param>
internal sealed class LimitTest(double limit, IReadOnlyList<InterimLook> looks)
{
    private int _looksTaken;

    /// <summary>Gets the interval that the last look used; <see langword="null"/> if there was no look.</summary>
    public Interval? Sure { get; private set; }

    /// <summary>Gets the verdict so far. A decision is final.</summary>
    public GateVerdict Verdict { get; private set; }

    /// <summary>Gets whether nothing is left to decide: the verdict is final, or the last look was taken.</summary>
    public bool IsOver => Verdict != GateVerdict.Inconclusive || _looksTaken == looks.Count;

    /// <summary>Evaluates the estimate so far, if a look is due and there is an estimate.</summary>
    /// <param name="estimate">Estimates the quantity; returns <see langword="null"/> if there are too few measurements.</param>
    /// <param name="progress">The completed share of the measuring time, from 0 to 1.</param>
    public void Look(Func<IEstimate?> estimate, double progress)
    {
        if (IsOver || progress < looks[_looksTaken].Progress || estimate() is not { } known)
        {
            return;
        }

        // Long placements can miss looks. The last of the missed looks then gets the shares of all of them.
        double share = 0;
        while (_looksTaken < looks.Count && progress >= looks[_looksTaken].Progress)
        {
            share += looks[_looksTaken].Share;
            _looksTaken++;
        }

        Sure = LimitRule.Sure(known, share);
        Verdict = LimitRule.Decide(known, limit, share);
    }
}
