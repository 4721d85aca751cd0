namespace ThroughputKit;

/// <summary>One run at a set rate, in the search for the highest rate that holds.</summary>
public sealed record MaxRateStep
{
    internal MaxRateStep(double rate, LoadResult result, string? whyNot) => (Rate, Result, WhyNot) = (rate, result, whyNot);

    /// <summary>Gets the set rate, in requests per second.</summary>
    public double Rate { get; private init; }

    /// <summary>Gets whether the rate held: p99 within the limit, nothing failed, and at most 1% never sent.</summary>
    public bool Held => WhyNot is null;

    /// <summary>Gets a description of why the rate did not hold; <see langword="null"/> if it did.</summary>
    public string? WhyNot { get; private init; }

    /// <summary>Gets the number of successful requests per second.</summary>
    public double Rps => Result.Rps;

    /// <summary>Gets the 99th percentile of latency, counted from the time requests were due.</summary>
    public TimeSpan P99 => Result.Latency.P99;

    /// <summary>Gets the 99th percentile of lateness: how much later than due requests were sent.</summary>
    public TimeSpan LatenessP99 => Result.Pacing!.Lateness.P99;

    /// <summary>Gets the number of failed requests.</summary>
    public long Failed => Result.Failed;

    /// <summary>Gets the full result of the run.</summary>
    public LoadResult Result { get; private init; }
}
