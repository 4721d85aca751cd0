namespace ThroughputKit;

/// <summary>
/// Limits for a candidate relative to a reference: <see cref="LoadComparison.Within"/>. No limit is set by default, and only limits that are set are
/// judged. Any failed request fails the comparison.
/// </summary>
public sealed record ComparisonGates
{
    /// <summary>Gets the maximum slowdown of the candidate, in percent of the reference's RPS. Allowed: above zero, below 100.</summary>
    public double? MaxSlowdownPercent { get; init; }

    /// <summary>Gets the minimum ratio of the candidate's RPS to the reference's. Allowed: above zero.</summary>
    public double? MinRpsRatio { get; init; }

    /// <summary>Gets the maximum increase of the median latency over the reference's, in percent. Allowed: above zero.</summary>
    public double? MaxP50IncreasePercent { get; init; }

    /// <summary>Gets the maximum increase of the 99th percentile of latency over the reference's, in percent. Allowed: above zero.</summary>
    public double? MaxP99IncreasePercent { get; init; }

    /// <summary>
    /// Gets the maximum number of bytes the candidate may allocate per request in addition to the reference's. Allowed: zero or more; a limit of less than
    /// 1 B counts as 1 B.
    /// </summary>
    public double? MaxExtraAllocatedBytesPerRequest { get; init; }

    /// <summary>
    /// Gets the maximum number of database commands the candidate may send per request in addition to the reference's, counted as for
    /// <see cref="LoadGates.MaxDatabaseCommandsPerRequest"/>. Allowed: zero or more.
    /// </summary>
    public double? MaxExtraDatabaseCommandsPerRequest { get; init; }

    /// <summary>
    /// Gets the maximum number of HTTP requests the candidate may send per request in addition to the reference's, counted as for
    /// <see cref="LoadGates.MaxHttpRequestsPerRequest"/>. Allowed: zero or more.
    /// </summary>
    public double? MaxExtraHttpRequestsPerRequest { get; init; }

    /// <summary>
    /// Gets the maximum number of exceptions the candidate may throw per request in addition to the reference's, counted as for
    /// <see cref="LoadGates.MaxExceptionsPerRequest"/>. Allowed: zero or more.
    /// </summary>
    public double? MaxExtraExceptionsPerRequest { get; init; }
}
