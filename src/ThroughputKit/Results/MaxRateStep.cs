namespace ThroughputKit;

/// <summary>One run at a set rate, on the way to the highest rate that holds.</summary>
public sealed record MaxRateStep
{
    internal MaxRateStep(double rate, LoadResult result, string? whyNot) => (Rate, Result, WhyNot) = (rate, result, whyNot);

    /// <summary>Gets the rate that was set, in requests a second.</summary>
    public double Rate { get; }

    /// <summary>Gets whether the rate held: p99 within the limit, nothing failed, and at most 1% never sent.</summary>
    public bool Held => WhyNot is null;

    /// <summary>Gets why the rate did not hold, in words; <see langword="null"/> if it did.</summary>
    public string? WhyNot { get; }

    /// <summary>Gets the succeeded requests per second.</summary>
    public double RequestsPerSecond => Result.RequestsPerSecond;

    /// <summary>Gets the 99th percentile of latency, counted from when requests were due.</summary>
    public TimeSpan P99 => Result.Latency.P99;

    /// <summary>Gets the 99th percentile of how much later than due requests were sent.</summary>
    public TimeSpan LatenessP99 => Result.Pacing!.Lateness.P99;

    /// <summary>Gets how many requests failed.</summary>
    public long Failed => Result.Failed;

    /// <summary>Gets all that was measured.</summary>
    public LoadResult Result { get; }
}
