namespace ThroughputKit;

/// <summary>
/// How the load is made and measured. Set with <see cref="LoadTest.With(Action{LoadOptions})"/>; checked, all together,
/// when the test runs.
/// </summary>
public sealed class LoadOptions
{
    private const int DefaultConnections = 64;

    private static readonly TimeSpan _defaultDuration = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan _defaultMaxWarmUp = TimeSpan.FromSeconds(15);

    private TimeSpan? _duration;
    private int? _connections;

    /// <summary>Gets or sets the number of connections, each of which has one request in flight at a time, or <see cref="PipelineDepth"/>.</summary>
    /// <value>
    /// The default value is 64, or fewer in a comparison of slow apps, where fewer keep both as busy and more slices fit in the time.
    /// Allowed: 1 to 20,000.
    /// </value>
    public int Connections
    {
        get => _connections ?? DefaultConnections;
        set => _connections = value;
    }

    /// <summary>
    /// Gets or sets how many requests are written to a connection together (HTTP/1.1 pipelining). The next ones follow
    /// when all their responses have come. Latency counts from the write of all to the last byte of each.
    /// </summary>
    /// <value>
    /// The default value is 1: no pipelining, as with browsers and HttpClient. Allowed: 1 to 128; above 1 only with GET,
    /// HEAD, OPTIONS, TRACE, PUT and DELETE, which may be sent again (RFC 9112, section 9.3.2), and without a set rate.
    /// </value>
    public int PipelineDepth { get; set; } = 1;

    /// <summary>Gets or sets how long the load is measured.</summary>
    /// <value>The default value is 5 seconds. Allowed: above zero, at most 24 hours; not together with <see cref="Requests"/>.</value>
    public TimeSpan Duration
    {
        get => _duration ?? _defaultDuration;
        set => _duration = value;
    }

    /// <summary>Gets or sets a fixed number of requests that are measured, in place of a fixed <see cref="Duration"/>.</summary>
    /// <value>The default value is <see langword="null"/>: a fixed duration. Allowed: 1 or more.</value>
    public long? Requests { get; set; }

    /// <summary>Gets or sets the longest time that a fixed number of <see cref="Requests"/> may take.</summary>
    /// <value>The default value is 10 minutes. Allowed: above zero, at most 24 hours.</value>
    public TimeSpan MaxDuration { get; set; } = TimeSpan.FromMinutes(10);

    /// <summary>
    /// Gets or sets the least time for which the same load runs before it is measured. It goes on until the app is
    /// steady, at most for <see cref="MaxWarmUp"/>. Zero measures a cold app, whatever <see cref="MaxWarmUp"/> is.
    /// </summary>
    /// <value>The default value is 2 seconds. Allowed: zero to 1 hour.</value>
    public TimeSpan WarmUp { get; set; } = TimeSpan.FromSeconds(2);

    /// <summary>Gets or sets the most time for which the warm-up goes on while the app is not steady.</summary>
    /// <value>
    /// The default value is <see langword="null"/>: 15 seconds, or <see cref="WarmUp"/> if that is longer or zero.
    /// Allowed: <see cref="WarmUp"/> or more, at most 1 hour.
    /// </value>
    public TimeSpan? MaxWarmUp { get; set; }

    /// <summary>Gets or sets what makes the load.</summary>
    /// <value>The default value is <see cref="LoadEngine.Automatic"/>.</value>
    public LoadEngine Engine { get; set; }

    /// <summary>Gets or sets how long a request may take, from its beginning to the last byte of its response.</summary>
    /// <value>The default value is 10 seconds. Allowed: above zero, at most 1 hour.</value>
    public TimeSpan Timeout { get; set; } = TimeSpan.FromSeconds(10);

    /// <summary>Gets or sets how long the app may take to start, and each preparation to end.</summary>
    /// <value>The default value is 30 seconds. Allowed: above zero, at most 1 hour.</value>
    public TimeSpan StartTimeout { get; set; } = TimeSpan.FromSeconds(30);

    /// <summary>Gets or sets which statuses are successes. Asked once for each status, before the load.</summary>
    /// <value>The default value accepts 200 to 299.</value>
    public Func<int, bool> IsSuccess { get; set; } = static status => status is >= 200 and <= 299;

    /// <summary>Gets whether <see cref="Duration"/> was set rather than left at its default.</summary>
    internal bool IsDurationSet => _duration is not null;

    /// <summary>Gets whether the number of connections was set.</summary>
    internal bool HasConnections => _connections is not null;

    /// <summary>Gets the most time the warm-up may take, its default worked out.</summary>
    internal TimeSpan WarmUpLimit => WarmUp == TimeSpan.Zero
        ? TimeSpan.Zero
        : MaxWarmUp ?? (WarmUp > _defaultMaxWarmUp ? WarmUp : _defaultMaxWarmUp);

    /// <summary>Takes <see cref="Duration"/> back to its default, as if it had not been set.</summary>
    internal void ClearDuration() => _duration = null;

    internal LoadOptions Clone() => (LoadOptions)MemberwiseClone();
}
