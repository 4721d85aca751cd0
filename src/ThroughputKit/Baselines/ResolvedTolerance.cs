namespace ThroughputKit.Baselines;

/// <summary>The tolerance resolved for one result.</summary>
/// <param name="Tolerance">The tolerance set by the test.</param>
/// <param name="Edge">The share of requests that the window's edges can shift from run to run: one request per connection.</param>
internal sealed record ResolvedTolerance(BaselineTolerance Tolerance, double Edge)
{
    public static ResolvedTolerance Of(BaselineTolerance tolerance, LoadResult result) =>
        new(tolerance, RoundUp((double)result.Connections / result.Sent));

    public double OfBytes(double approved) => Math.Max(Tolerance.Bytes, OfAny(approved));

    /// <summary>
    /// Returns the tolerance for allocated bytes. Unless a percentage is set, it is at least the variation between two processes at this request size.
    /// </summary>
    public double OfAllocatedBytes(double approved) =>
        Tolerance.PercentIfSet is null ? Math.Max(OfBytes(approved), approved * AllocationFigures.VariationOf(approved)) : OfBytes(approved);

    public double OfAny(double approved) => approved * Tolerance.Percent / 100;

    // Has the same precision as the figures that it applies to.
    private static double RoundUp(double share) => Math.Ceiling(share * 1e6) / 1e6;
}
