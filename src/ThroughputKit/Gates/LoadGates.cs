namespace ThroughputKit;

/// <summary>
/// Limits for a result: <see cref="LoadResult.Verify(LoadGates)"/>. Only those that are set are judged, but for errors: with neither
/// <see cref="MaxErrors"/> nor <see cref="MaxErrorRate"/> set, any failed request fails.
/// </summary>
public sealed record LoadGates
{
    /// <summary>Gets the least succeeded requests per second. Allowed: above zero.</summary>
    /// <value>The default value is <see langword="null"/>: not judged.</value>
    public double? MinRps { get; init; }

    /// <summary>Gets the most failed requests. Allowed: zero or more.</summary>
    /// <value>The default value is <see langword="null"/>: zero, unless <see cref="MaxErrorRate"/> is set.</value>
    public long? MaxErrors { get; init; }

    /// <summary>Gets the largest share of failed requests, as a fraction of those sent. Allowed: zero up to, not including, one.</summary>
    /// <value>The default value is <see langword="null"/>: not judged.</value>
    public double? MaxErrorRate { get; init; }

    /// <summary>Gets the largest mean latency in milliseconds. Allowed: above zero.</summary>
    /// <value>The default value is <see langword="null"/>: not judged.</value>
    public double? MaxMeanMs { get; init; }

    /// <summary>Gets the largest median latency in milliseconds. Allowed: above zero.</summary>
    /// <value>The default value is <see langword="null"/>: not judged.</value>
    public double? MaxP50Ms { get; init; }

    /// <summary>Gets the largest 95th percentile of latency in milliseconds. Allowed: above zero.</summary>
    /// <value>The default value is <see langword="null"/>: not judged.</value>
    public double? MaxP95Ms { get; init; }

    /// <summary>Gets the largest 99th percentile of latency in milliseconds. Allowed: above zero.</summary>
    /// <value>The default value is <see langword="null"/>: not judged.</value>
    public double? MaxP99Ms { get; init; }

    /// <summary>
    /// Gets the largest share of the planned requests that may never be sent at a set rate, in percent: 1 is one of a hundred, 0.1 one of a thousand.
    /// Allowed: zero up to, not including, 100. With more than 1% unsent no gate on throughput or latency passes, whatever this allows.
    /// </summary>
    /// <value>The default value is <see langword="null"/>: not judged.</value>
    public double? MaxUnsentPercent { get; init; }

    /// <summary>Gets the longest time in milliseconds that the first request may take. Allowed: above zero. Only for an app that is started for the run.</summary>
    /// <value>The default value is <see langword="null"/>: not judged.</value>
    public double? MaxFirstResponseMs { get; init; }

    /// <summary>
    /// Gets the most bytes the app may allocate a request. Allowed: zero or more. Not for <see cref="LoadTest.Against(Uri)"/>. Judged by
    /// <see cref="MemoryFigures.Allocation"/> if the run has it, and otherwise by <see cref="MemoryFigures.AllocatedBytesPerRequest"/>.
    /// </summary>
    /// <value>The default value is <see langword="null"/>: not judged.</value>
    public double? MaxAllocatedBytesPerRequest { get; init; }

    /// <summary>Gets the most bytes by which the managed heap may grow. Allowed: zero or more. Not for <see cref="LoadTest.Against(Uri)"/>.</summary>
    /// <value>The default value is <see langword="null"/>: not judged.</value>
    public long? MaxHeapGrowthBytes { get; init; }

    /// <summary>Gets the most bytes by which the working set may grow. Allowed: zero or more. Not for <see cref="LoadTest.Against(Uri)"/>.</summary>
    /// <value>The default value is <see langword="null"/>: not judged.</value>
    public long? MaxWorkingSetGrowthBytes { get; init; }

    /// <summary>Gets the most collections of generation 2. Allowed: zero or more. Not for <see cref="LoadTest.Against(Uri)"/>.</summary>
    /// <value>The default value is <see langword="null"/>: not judged.</value>
    public int? MaxGen2Collections { get; init; }
}
