using ThroughputKit.Gates;

namespace ThroughputKit.Comparison;

/// <summary>Finds out, at planned looks, whether a quantity of which larger is worse lies within a limit or beyond it. Pure.</summary>
/// <param name="limit">The limit.</param>
/// <param name="looks">The looks.</param>
internal sealed class LimitTest(double limit, IReadOnlyList<Look> looks)
{
    /// <summary>With fewer values there is no decision: their own spread is chance.</summary>
    public const int LeastValues = 4;

    private readonly List<double> _values = [];
    private int _looksTaken;

    /// <summary>Gets what is known so far; a decision is final.</summary>
    public Decision Decision { get; private set; }

    /// <summary>Gets whether there is nothing left to find out: it is decided, or the last look was taken.</summary>
    public bool IsOver => Decision != Decision.Open || _looksTaken == looks.Count;

    public IReadOnlyCollection<double> Values => _values;

    /// <summary>Takes a value, and looks if it is time to.</summary>
    /// <param name="value">What was measured.</param>
    /// <param name="progress">How much of the measuring is over, from 0 to 1.</param>
    public void Add(double value, double progress)
    {
        _values.Add(value);
        if (IsOver || _values.Count < LeastValues)
        {
            return;
        }

        // Of looks that were missed, because values come slowly, the last one has the chances of all.
        double share = 0;
        while (!IsOver && progress >= looks[_looksTaken].Progress)
        {
            share += looks[_looksTaken].Share;
            _looksTaken++;
        }

        if (share > 0)
        {
            Decision = LimitRule.Decide(_values, limit, share);
        }
    }
}
