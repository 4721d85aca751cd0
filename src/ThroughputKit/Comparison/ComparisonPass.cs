using ThroughputKit.Slices;

namespace ThroughputKit.Comparison;

/// <summary>One pass of a comparison: placements, evaluated at a few looks, until every test is decided or the time is up.</summary>
/// <param name="tests">The tests to decide.</param>
/// <param name="isShort">Whether nothing but exact counts is judged, so that a ratio needs no more than the fewest placements.</param>
internal sealed class ComparisonPass(IReadOnlyList<LimitTest> tests, bool isShort = false)
{
    private readonly List<Placement> _placements = [];
    private double _progress;

    public IReadOnlyList<LimitTest> Tests => tests;

    public IReadOnlyList<Placement> Placements => _placements;

    /// <summary>Gets whether a request failed. If so, there is nothing to compare.</summary>
    public bool HasFailed { get; private set; }

    /// <summary>Gets whether no test is left to decide, or no time is left.</summary>
    public bool IsOver => HasFailed || _progress >= 1 || (tests.Count > 0 ? tests.All(t => t.IsOver) : isShort && _placements.Count >= Placement.MinCount);

    /// <summary>
    /// Gets the share of the error probability that the interval at the end of the pass may spend. A pass that ends early does so because of
    /// its data, so its interval must be wider. Like decisions, it gets the shares of the looks so far.
    /// </summary>
    public double Spent =>
        tests.Count == 0 || _progress >= 1 ? 1 : Math.Max(LimitTest.Looks[0].Share, LimitTest.Looks.Where(l => l.Progress <= _progress).Sum(l => l.Share));

    /// <summary>Adds a placement, and evaluates the tests if a look is due.</summary>
    /// <param name="placement">The measured placement.</param>
    /// <param name="progress">The completed share of the measuring time, from 0 to 1.</param>
    public void Add(Placement placement, double progress)
    {
        _progress = progress;
        HasFailed |= placement.HasFailed;
        if (HasFailed)
        {
            return;
        }

        if (placement.Blocks.Count > 0)
        {
            _placements.Add(placement);
        }

        foreach (var test in tests)
        {
            test.Look(() => test.Quantity.Estimate(_placements), progress);
        }
    }
}
