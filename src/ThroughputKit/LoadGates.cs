namespace ThroughputKit;

/// <summary>
/// Limits for a load test: <see cref="LoadTest.Within(LoadGates)"/>. No limit is set by default, and only limits that are set are judged,
/// except for failures: with neither <see cref="MaxFailures"/> nor <see cref="MaxFailurePercent"/> set, any failed request fails.
/// </summary>
public sealed record LoadGates
{
    /// <summary>Gets the minimum number of successful requests per second. Allowed: above zero.</summary>
    public double? MinRps { get; init; }

    /// <summary>
    /// Gets the minimum number of iterations of a scenario that end in the window per second, well or not. Allowed: above zero. Only for a scenario. One
    /// iteration of each user may be noise. The judged figure is <see cref="LoadResult.IterationsPerSecond"/>.
    /// </summary>
    public double? MinIterationsPerSecond { get; init; }

    /// <summary>Gets the maximum number of failed requests. Allowed: zero or more.</summary>
    /// <value>The default value is <see langword="null"/>: zero, unless <see cref="MaxFailurePercent"/> is set.</value>
    public long? MaxFailures { get; init; }

    /// <summary>Gets the maximum share of failed requests, in percent of the sent requests. Allowed: zero or more, below 100.</summary>
    public double? MaxFailurePercent { get; init; }

    /// <summary>Gets the maximum mean latency in milliseconds. Allowed: above zero.</summary>
    public double? MaxMeanLatencyMs { get; init; }

    /// <summary>Gets the maximum median latency in milliseconds. Allowed: above zero.</summary>
    public double? MaxP50LatencyMs { get; init; }

    /// <summary>Gets the maximum 90th percentile of latency in milliseconds. Allowed: above zero.</summary>
    public double? MaxP90LatencyMs { get; init; }

    /// <summary>Gets the maximum 95th percentile of latency in milliseconds. Allowed: above zero.</summary>
    public double? MaxP95LatencyMs { get; init; }

    /// <summary>Gets the maximum 99th percentile of latency in milliseconds. Allowed: above zero.</summary>
    public double? MaxP99LatencyMs { get; init; }

    /// <summary>Gets the maximum 99.9th percentile of latency in milliseconds. Allowed: above zero.</summary>
    public double? MaxP999LatencyMs { get; init; }

    /// <summary>
    /// Gets the maximum latency of any request in milliseconds. Allowed: above zero. One slow request makes it inconclusive, and it fails if each of three
    /// attempts has one.
    /// </summary>
    public double? MaxLatencyMs { get; init; }

    /// <summary>
    /// Gets the maximum processor time per request in microseconds, with the generator's if the app runs in this process. Allowed: above zero. Not for
    /// <see cref="LoadTest.Against(Uri)"/>.
    /// </summary>
    public double? MaxCpuMicrosecondsPerRequest { get; init; }

    /// <summary>
    /// Gets the maximum share of planned requests, or passes of a chain, that are never sent at a set rate, in percent. Allowed: zero or more, below 100. With
    /// more than 1% unsent, no gate on throughput or latency passes, whatever the value of this limit.
    /// </summary>
    public double? MaxUnsentPercent { get; init; }

    /// <summary>
    /// Gets the maximum time from the start of the app until it can be loaded, in milliseconds. Allowed: above zero. Only for an app that is started for the
    /// run. The judged figure is <see cref="StartupFigures.HostStart"/>.
    /// </summary>
    public double? MaxStartMs { get; init; }

    /// <summary>
    /// Gets the maximum time of the first request in milliseconds, counted from that request and not from the start, which <see cref="MaxStartMs"/> limits.
    /// Allowed: above zero. Only for an app that is started for the run. The judged figure is <see cref="StartupFigures.FirstResponse"/>.
    /// </summary>
    public double? MaxFirstResponseMs { get; init; }

    /// <summary>
    /// Gets the maximum number of database commands that the app sends per request, through EF Core, Npgsql, Microsoft.Data.SqlClient or MySqlConnector.
    /// Allowed: zero or more. Not for <see cref="LoadTest.Against(Uri)"/>. The judged figure is <see cref="CountFigures.DatabaseCommandsPerRequest"/>, which is
    /// the same on each machine.
    /// </summary>
    public double? MaxDatabaseCommandsPerRequest { get; init; }

    /// <summary>
    /// Gets the maximum number of requests that the app sends with HttpClient per request. Allowed: zero or more. Not for
    /// <see cref="LoadTest.Against(Uri)"/>. The judged figure is <see cref="CountFigures.HttpRequestsPerRequest"/>, which is the same on each machine.
    /// </summary>
    public double? MaxHttpRequestsPerRequest { get; init; }

    /// <summary>
    /// Gets the maximum number of exceptions that the app throws per request, caught or not. Allowed: zero or more. Not for
    /// <see cref="LoadTest.Against(Uri)"/>. The judged figure is <see cref="CountFigures.ExceptionsPerRequest"/>, which is the same on each machine.
    /// </summary>
    public double? MaxExceptionsPerRequest { get; init; }

    /// <summary>
    /// Gets the maximum number of bytes the app may allocate per request. Allowed: zero or more. Not for <see cref="LoadTest.Against(Uri)"/>. The judged
    /// figure is <see cref="MemoryFigures.Allocation"/> if the run has it, and otherwise <see cref="MemoryFigures.AllocatedBytesPerRequest"/>; of a single
    /// request it is <see cref="EndpointFigures.AllocatedBytesPerRequest"/>.
    /// </summary>
    public double? MaxAllocatedBytesPerRequest { get; init; }

    /// <summary>
    /// Gets the maximum number of bytes that the managed heap may keep for each request: a slow leak. Allowed: above zero. With 20,000 requests in 2.5 s, up
    /// to 0.8 B may be noise, and more for slower apps; closer to the limit than that, a test is inconclusive. Only if it is set before the run, with a
    /// warm-up, and not for <see cref="LoadTest.Against(Uri)"/>. The judged figure is <see cref="MemoryFigures.Retention"/>.
    /// </summary>
    public double? MaxRetainedBytesPerRequest { get; init; }

    /// <summary>
    /// Gets the maximum growth of the managed heap in bytes, of which 16 KB may be noise. Allowed: zero or more. Not for
    /// <see cref="LoadTest.Against(Uri)"/>.
    /// </summary>
    public long? MaxHeapGrowthBytes { get; init; }

    /// <summary>Gets the maximum growth of the working set in bytes. Allowed: zero or more. Not for <see cref="LoadTest.Against(Uri)"/>.</summary>
    public long? MaxWorkingSetGrowthBytes { get; init; }

    /// <summary>Gets the maximum number of generation 2 collections. Allowed: zero or more. Not for <see cref="LoadTest.Against(Uri)"/>.</summary>
    public int? MaxGen2Collections { get; init; }

    /// <summary>Gets the limits of single requests of the test, by name.</summary>
    internal IReadOnlyList<KeyValuePair<string, LoadGates>> Endpoints { get; init; } = [];
}
