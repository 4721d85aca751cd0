using ThroughputKit.Comparison;
using ThroughputKit.Slices;

namespace ThroughputKit.Experiments;

/// <summary>The ratios of several sides to the reference, from placements, and whether their intervals are narrow enough. Pure.</summary>
/// <param name="sides">The number of sides besides the reference.</param>
/// <param name="withinPercent">
/// The distance, in percent of a ratio, that the ends of its interval may have for measuring to end; <see langword="null"/> if that doesn't end it.
/// </param>
internal sealed class SlicedRatios(int sides, double? withinPercent)
{
    /// <summary>The minimum number of placements for an interval that ends the measurement. Of a few, some are close to one another by chance.</summary>
    public const int MinCountToEnd = 12;

    private const double Outside = 0.025;

    // A measurement that ends because of its data may end on intervals that are narrow by chance. So they are made wider: 97.5% instead of 95%.
    private const double OutsideOfNarrow = Outside / 2;

    private readonly List<Placement>[] _placements = [.. Enumerable.Range(0, sides).Select(_ => new List<Placement>())];
    private readonly bool[] _failed = new bool[sides];

    /// <summary>Gets the number of placements so far.</summary>
    public int Placements { get; private set; }

    /// <summary>Gets whether a request of the reference failed, or of every other side. Then there is nothing to compare.</summary>
    public bool HaveAllFailed => Array.TrueForAll(_failed, f => f);

    /// <summary>Gets whether all intervals are as narrow as required, without those of sides whose requests failed.</summary>
    public bool AreNarrowEnough => withinPercent is { } percent && Enumerable.Range(0, sides).Where(side => !_failed[side])
        .All(side => _placements[side].Count >= MinCountToEnd && Of(side)?.IsWithin(percent) == true);

    /// <summary>Adds the placement of each side.</summary>
    public void Add(IReadOnlyList<Placement> measured)
    {
        Placements++;
        for (var side = 0; side < sides; side++)
        {
            _failed[side] |= measured[side].HasFailed;
            if (measured[side].Blocks.Count > 0)
            {
                _placements[side].Add(measured[side]);
            }
        }
    }

    /// <summary>Returns whether the difference between apps of identical code alone makes the interval of a side wider than required.</summary>
    public bool IsTooWideByApps(int side) => withinPercent is { } percent
        && Quantities.Rps.Estimate(_placements[side]) is BetweenApps apps && Math.Exp(apps.Margin(OutsideOfNarrow)) - 1 > percent / 100;

    /// <summary>Returns the ratio of a side's RPS to the reference's; <see langword="null"/> if a request failed, or too little was measured.</summary>
    public RatioFigures? Of(int side) => _failed[side]
        ? null
        : Ratios.Of(Quantities.Rps.Estimate(_placements[side]), sign: -1, withinPercent is null ? Outside : OutsideOfNarrow);
}
