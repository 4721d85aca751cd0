namespace ThroughputKit;

/// <summary>Limits for a candidate beside a reference: <see cref="LoadComparison.Within"/>. Only those that are set are judged; any failed request fails.</summary>
public sealed record ComparisonGates
{
    /// <summary>Gets by how much the candidate's RPS may be lower than the reference's, in percent. Allowed: above zero, below 100.</summary>
    /// <value>The default value is <see langword="null"/>: not judged.</value>
    public double? MaxSlowdownPercent { get; init; }

    /// <summary>Gets the least ratio of the candidate's RPS to the reference's. Allowed: above zero.</summary>
    /// <value>The default value is <see langword="null"/>: not judged.</value>
    public double? MinRpsRatio { get; init; }

    /// <summary>Gets by how much the candidate's median latency may be higher than the reference's, in percent. Allowed: above zero.</summary>
    /// <value>The default value is <see langword="null"/>: not judged.</value>
    public double? MaxP50IncreasePercent { get; init; }

    /// <summary>Gets by how much the candidate's 99th percentile of latency may be higher than the reference's, in percent. Allowed: above zero.</summary>
    /// <value>The default value is <see langword="null"/>: not judged.</value>
    public double? MaxP99IncreasePercent { get; init; }

    /// <summary>Gets how many bytes more than the reference the candidate may allocate for each request. Allowed: zero or more; less than 1 B counts as 1 B.</summary>
    /// <value>The default value is <see langword="null"/>: not judged.</value>
    public double? MaxExtraAllocatedBytesPerRequest { get; init; }
}
