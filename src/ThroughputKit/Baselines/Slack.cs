namespace ThroughputKit.Baselines;

/// <summary>What leaves figures room.</summary>
/// <param name="Tolerance">What the test allows.</param>
/// <param name="Edge">The share of the requests that the window's edges can move from one run to another: one of each connection.</param>
internal sealed record Slack(BaselineTolerance Tolerance, double Edge)
{
    public static Slack Of(BaselineTolerance tolerance, LoadResult result) =>
        new(tolerance, RoundUp((double)result.Connections * (result.Settings?.PipelineDepth ?? 1) / result.Sent));

    public double OfBytes(double approved) => Math.Max(Tolerance.Bytes, OfAny(approved));

    public double OfAny(double approved) => approved * Tolerance.Percent / 100;

    // As the figures are rounded that it is for.
    private static double RoundUp(double share) => Math.Ceiling(share * 1e6) / 1e6;
}
