using ThroughputKit.Gates;
using ThroughputKit.Statistics;

namespace ThroughputKit.Comparison;

/// <summary>Finds out, at planned looks, whether a quantity of which larger is worse lies within a limit or beyond it. Pure.</summary>
/// <param name="limit">The limit.</param>
/// <param name="looks">The looks.</param>
internal sealed class LimitTest(double limit, IReadOnlyList<Look> looks)
{
    private int _looksTaken;

    /// <summary>Gets the interval that the last look went by; <see langword="null"/> if none was taken.</summary>
    public Interval? Sure { get; private set; }

    /// <summary>Gets what is known so far; a decision is final.</summary>
    public Decision Decision { get; private set; }

    /// <summary>Gets whether there is nothing left to find out: it is decided, or the last look was taken.</summary>
    public bool IsOver => Decision != Decision.Open || _looksTaken == looks.Count;

    /// <summary>Looks at what is known so far, if it is time to and there is anything to look at.</summary>
    /// <param name="estimate">Estimates the quantity; <see langword="null"/> if too little was measured for it.</param>
    /// <param name="progress">How much of the measuring is over, from 0 to 1.</param>
    public void Look(Func<IEstimate?> estimate, double progress)
    {
        if (IsOver || progress < looks[_looksTaken].Progress || estimate() is not { } known)
        {
            return;
        }

        // Of looks that were missed, because placements take long, the last one has the chances of all.
        double share = 0;
        while (_looksTaken < looks.Count && progress >= looks[_looksTaken].Progress)
        {
            share += looks[_looksTaken].Share;
            _looksTaken++;
        }

        Sure = LimitRule.Sure(known, share);
        Decision = LimitRule.Decide(known, limit, share);
    }
}
