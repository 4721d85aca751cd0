using ThroughputKit.Slices;

namespace ThroughputKit.Comparison;

/// <summary>
/// The passes of a comparison: one for all gates, and a second one for quantities beyond their limits, because only a difference that comes again counts.
/// </summary>
/// <param name="gates">The gates to judge.</param>
internal sealed class ComparisonPasses(ComparisonGates gates)
{
    private const double Outside = 0.025;

    private ComparisonPass? _present;

    public ComparisonPass First { get; } = new(LimitTest.Of(gates), isShort: WorkDifference.Set(gates).Any());

    /// <summary>Gets whether a request failed. If so, there is nothing to compare.</summary>
    public bool HaveFailed => First.HasFailed || Again is { HasFailed: true };

    /// <summary>Gets the second pass; <see langword="null"/> if there was none, or if it could not be completed.</summary>
    public ComparisonPass? Again { get; private set; }

    /// <summary>Gets the RPS ratio of the present pass so far, with its 95% interval; <see langword="null"/> if too little was measured.</summary>
    public RatioFigures? RpsRatioSoFar =>
        _present is { HasFailed: false } pass ? Ratios.Of(Quantities.Rps.Estimate(pass.Placements), sign: -1, Outside) : null;

    /// <summary>Measures as many placements as the passes need.</summary>
    public async Task MeasureAsync(IPlacements placements, CancellationToken cancellationToken)
    {
        await MeasureAsync(First, placements, cancellationToken).ConfigureAwait(false);

        LimitTest[] beyond = [.. First.Tests.Where(t => t.Verdict == GateVerdict.Failed).Select(t => t.Again())];
        if (beyond.Length > 0 && !First.HasFailed)
        {
            placements.BeginAgain();
            var second = new ComparisonPass(beyond);
            await MeasureAsync(second, placements, cancellationToken).ConfigureAwait(false);
            Again = second;
        }
    }

    private async Task MeasureAsync(ComparisonPass pass, IPlacements placements, CancellationToken cancellationToken)
    {
        _present = pass;
        while (!pass.IsOver)
        {
            var measured = await placements.NextAsync(cancellationToken).ConfigureAwait(false);
            pass.Add(measured[0], placements.Progress);
        }
    }
}
