namespace ThroughputKit;

/// <summary>
/// Options for making and measuring the load. Set with <see cref="LoadTest.With(Action{LoadOptions})"/>; all options are checked together when the test
/// runs.
/// </summary>
public sealed class LoadOptions
{
    private const int DefaultConnections = 64;

    private static readonly TimeSpan _defaultDuration = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan _defaultWarmUp = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan _defaultMaxWarmUp = TimeSpan.FromSeconds(15);

    private TimeSpan? _warmUp;
    private int? _connections;
    private LoadProtocol? _protocol;

    /// <summary>
    /// Gets or sets the number of connections. Each has one request in flight at a time or, over HTTP/2, <see cref="StreamsPerConnection"/>. Of a scenario, the
    /// number of virtual users.
    /// </summary>
    /// <value>
    /// The default value is 64; for loads that take turns, as in a comparison, 4 for each core of the machine if none of them sets it: more short slices
    /// then fit into the time. Allowed: 1 to 20,000.
    /// </value>
    public int Connections
    {
        get => _connections ?? DefaultConnections;
        set => _connections = value;
    }

    /// <summary>
    /// Gets or sets the number of streams of each connection, with one request in flight each: <see cref="Connections"/> times as many are in flight together.
    /// Needs <see cref="LoadProtocol.Http2"/>, and a server that allows as many.
    /// </summary>
    /// <value>The default value is 1. Allowed: 1 to 1,000; above 1 not with <see cref="LoadEngine.Client"/>, nor for virtual users.</value>
    public int StreamsPerConnection { get; set; } = 1;

    /// <summary>
    /// Gets or sets the number of requests after which the load closes a connection, and opens a new one for the next request. The connections that are open at
    /// a time are still <see cref="Connections"/>. Without a set rate, latency doesn't count the time to connect.
    /// </summary>
    /// <value>
    /// The default value is <see langword="null"/>: connections stay open. Allowed: 1 or more; not for a scenario, whose clients keep their connections.
    /// </value>
    public int? RequestsPerConnection { get; set; }

    /// <summary>Gets or sets the duration of the measured load.</summary>
    /// <value>
    /// The default value is <see langword="null"/>: 5 seconds. Allowed: above zero, at most 24 hours; not together with <see cref="Requests"/>, nor in a
    /// comparison or an experiment in slices, which have a maximum duration of their own.
    /// </value>
    public TimeSpan? Duration { get; set; }

    /// <summary>
    /// Gets or sets a fixed number of requests to measure, instead of a fixed <see cref="Duration"/>. Of a scenario, the number of iterations.
    /// </summary>
    /// <value>The default value is <see langword="null"/>: a fixed duration. Allowed: 1 or more.</value>
    public long? Requests { get; set; }

    /// <summary>Gets or sets the maximum time for a fixed number of <see cref="Requests"/>.</summary>
    /// <value>The default value is 10 minutes. Allowed: above zero, at most 24 hours.</value>
    public TimeSpan MaxDuration { get; set; } = TimeSpan.FromMinutes(10);

    /// <summary>
    /// Gets or sets the minimum time for which the same load runs before it is measured. The warm-up lasts until the app is steady, at most for
    /// <see cref="MaxWarmUp"/>. Zero measures a cold app, whatever the value of <see cref="MaxWarmUp"/>.
    /// </summary>
    /// <value>The default value is 1 second. Allowed: zero to 1 hour.</value>
    public TimeSpan WarmUp
    {
        get => _warmUp ?? _defaultWarmUp;
        set => _warmUp = value;
    }

    /// <summary>
    /// Gets or sets the maximum time of the warm-up if the app does not become steady. It counts from the first response, which may take
    /// <see cref="RequestTimeout"/>, or from the end of a scenario's first iteration, which may take this time too. Requests that are in flight at its end are
    /// abandoned a second later.
    /// </summary>
    /// <value>
    /// The default value is <see langword="null"/>: 15 seconds, or <see cref="WarmUp"/> if that is longer or zero.
    /// Allowed: <see cref="WarmUp"/> or more, at most 1 hour.
    /// </value>
    public TimeSpan? MaxWarmUp { get; set; }

    /// <summary>Gets or sets the engine that makes the load.</summary>
    /// <value>The default value is <see cref="LoadEngine.Automatic"/>.</value>
    public LoadEngine Engine { get; set; }

    /// <summary>Gets or sets the version of HTTP. It holds for preparations, and for the clients of scenarios, too.</summary>
    /// <value>The default value is <see cref="LoadProtocol.Http1"/>; with gRPC calls, which need it, <see cref="LoadProtocol.Http2"/>.</value>
    public LoadProtocol Protocol
    {
        get => _protocol ?? (HasGrpc ? LoadProtocol.Http2 : LoadProtocol.Http1);
        set => _protocol = value;
    }

    /// <summary>
    /// Gets or sets what the requests go through in place of the framework's own handler, such as <c>h =&gt; { h.AllowAutoRedirect = true; return h; }</c> or
    /// a handler that signs them. It is called for each connection that is opened, with a handler that follows no redirects, keeps no cookies, and leaves
    /// responses as they are; its connections all go to the app. The load then needs <see cref="LoadEngine.Client"/>.
    /// </summary>
    /// <value>The default value is <see langword="null"/>: nothing. Not for a scenario, whose code has a client.</value>
    public Func<SocketsHttpHandler, HttpMessageHandler>? ClientHandler { get; set; }

    /// <summary>Gets or sets the timeout of a request, from its start to the last byte of its response. Of a scenario, that of a step.</summary>
    /// <value>The default value is 10 seconds. Allowed: above zero, at most 1 hour.</value>
    public TimeSpan RequestTimeout { get; set; } = TimeSpan.FromSeconds(10);

    /// <summary>Gets or sets the timeout for the start of the app, and for each preparation.</summary>
    /// <value>The default value is 30 seconds. Allowed: above zero, at most 1 hour.</value>
    public TimeSpan StartTimeout { get; set; } = TimeSpan.FromSeconds(30);

    /// <summary>
    /// Gets or sets a predicate that decides which statuses are successes, unless a request expects its own. It is called once per status, before the load.
    /// </summary>
    /// <value>The default value accepts 200 to 299.</value>
    public Func<int, bool> IsSuccess { get; set; } = static status => status is >= 200 and <= 299;

    /// <summary>
    /// Gets or sets the share of the responses that are checked for more than their status, if the request expects more. It is the same for each connection,
    /// and its first response is always checked. The status is checked on every response.
    /// </summary>
    /// <value>The default value is 1: every response. Allowed: above zero, at most 1.</value>
    public double CheckedShare { get; set; } = 1;

    /// <summary>
    /// Gets or sets the names of headers whose values are secrets, besides those that sign in. In the evidence of failures, and wherever a result quotes the
    /// app, three asterisks replace such values.
    /// </summary>
    /// <value>
    /// The default value is empty. Always hidden are <c>Cookie</c>, <c>Set-Cookie</c> and all headers whose names contain auth, token, secret, api-key, apikey
    /// or password. Allowed: names of headers.
    /// </value>
    public IReadOnlyList<string> SecretHeaders { get; set; } = [];

    /// <summary>
    /// Gets or sets whether to count what the app does for a request (<see cref="LoadResult.Counts"/>) though no gate needs it. It takes up to a second or two
    /// after the window.
    /// </summary>
    /// <value>The default value is <see langword="false"/>.</value>
    public bool CountsWork { get; set; }

    /// <summary>Gets whether the load has gRPC calls.</summary>
    internal bool HasGrpc { get; private set; }

    /// <summary>Gets the duration, with its default resolved.</summary>
    internal TimeSpan DurationOrDefault => Duration ?? _defaultDuration;

    /// <summary>Gets whether only the framework's client can make the load.</summary>
    internal bool NeedsClient => Engine == LoadEngine.Client || ClientHandler is not null || (Protocol == LoadProtocol.Http2 && !OperatingSystem.IsLinux());

    /// <summary>Gets how many requests are in flight at a time.</summary>
    internal int InFlight => Connections * StreamsPerConnection;

    /// <summary>Gets whether a warm-up was set rather than left at its default.</summary>
    internal bool IsWarmUpSet => _warmUp > TimeSpan.Zero;

    /// <summary>Gets whether the number of connections was set.</summary>
    internal bool HasConnections => _connections is not null;

    /// <summary>Gets the maximum time of the warm-up, with its default resolved.</summary>
    internal TimeSpan WarmUpLimit => WarmUp == TimeSpan.Zero
        ? TimeSpan.Zero
        : MaxWarmUp ?? (WarmUp > _defaultMaxWarmUp ? WarmUp : _defaultMaxWarmUp);

    internal LoadOptions WithGrpc()
    {
        var options = Clone();
        options.HasGrpc = true;
        return options;
    }

    /// <summary>Returns the same options with the connections of others, in their version of HTTP.</summary>
    internal LoadOptions ConnectedAs(LoadOptions other)
    {
        var options = Clone();
        (options._connections, options.StreamsPerConnection) = (other._connections, other.StreamsPerConnection);
        (options.RequestsPerConnection, options.Protocol) = (other.RequestsPerConnection, other.Protocol);
        return options;
    }

    internal LoadOptions Clone() => (LoadOptions)MemberwiseClone();
}
