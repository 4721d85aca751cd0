namespace ThroughputKit.Baselines;

/// <summary>The tolerance resolved for one result.</summary>
/// <param name="Tolerance">The tolerance set by the test.</param>
/// <param name="Edge">The share of requests that the window's edges can shift from run to run: one request per connection, or stream.</param>
internal sealed record ResolvedTolerance(BaselineTolerance Tolerance, double Edge)
{
    /// <summary>Gets the share of allocated bytes that the window's edges can shift in a mix whose bytes were not measured in whole rounds.</summary>
    public double EdgeOfMix { get; init; }

    public static ResolvedTolerance Of(BaselineTolerance tolerance, LoadResult result) => new(tolerance, RoundUp((double)result.InFlight / result.Sent))
    {
        // What a single request allocates isn't known: at worst, the rarest allocates everything.
        EdgeOfMix = result.Memory.Allocation is null && result.Endpoints.Where(e => e.Sent > 0).ToArray() is { Length: > 1 } sent
            ? (double)result.InFlight / sent.Min(e => e.Sent) : 0,
    };

    public double OfBytes(double approved) => Math.Max(Tolerance.Bytes, OfAny(approved));

    /// <summary>
    /// Returns the tolerance for allocated bytes. Unless a percentage is set, it is at least the variation between two processes at this request size.
    /// </summary>
    public double OfAllocatedBytes(double approved) => Math.Max(
        OfBytes(approved), approved * Math.Max(EdgeOfMix, Tolerance.PercentIfSet is null ? AllocationFigures.VariationOf(approved) : 0));

    public double OfAny(double approved) => approved * Tolerance.Percent / 100;

    // Has the same precision as the figures that it applies to.
    private static double RoundUp(double share) => Math.Ceiling(share * 1e6) / 1e6;
}
