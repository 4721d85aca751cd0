using System.Runtime.CompilerServices;
using ThroughputKit.Hosting;
using ThroughputKit.Requests.Data;
using ThroughputKit.Scenarios;
using ThroughputKit.Traffic;

namespace ThroughputKit.Planning;

/// <summary>All settings of a run. Immutable.</summary>
internal sealed record LoadPlan(ILoadTarget Target)
{
    private const int ConnectionsInTurns = 4; // for each core

    /// <summary>Gets the name of the test; <see langword="null"/> if it has none.</summary>
    public string? Name { get; init; }

    /// <summary>Gets the names of the methods that set something, each as often as it was called.</summary>
    public IReadOnlyList<string> Set { get; init; } = [];

    /// <summary>Gets the requests; of named chains, all of theirs.</summary>
    public IReadOnlyList<LoadRequest> Requests { get; init; } = [];

    /// <summary>Gets the scenarios; none for a test of requests.</summary>
    public IReadOnlyList<Scenario> Scenarios { get; init; } = [];

    /// <summary>Gets the code with which the users of scenarios begin and end.</summary>
    public UserHooks Hooks { get; init; } = UserHooks.None;

    /// <summary>Gets the number of users over time, of a scenario or a chain; <see langword="null"/> if it doesn't change.</summary>
    public LoadUsers? Users { get; init; }

    /// <summary>Gets the seed of a random order of the requests, or scenarios; <see langword="null"/> for one after the other.</summary>
    public int? OrderSeed { get; init; }

    /// <summary>Gets the data of the requests, or of the scenario; <see langword="null"/> if there is none.</summary>
    public LoadData? Data { get; init; }

    /// <summary>Gets whether each connection sends the requests in order, as a virtual user that carries values from one to the next.</summary>
    public bool IsChain { get; init; }

    /// <summary>Gets the chains that were given by name, whose requests are those of the test; empty if there are none.</summary>
    public IReadOnlyList<ChainPlan> NamedChains { get; init; } = [];

    /// <summary>Gets the chains, which have the requests of the test in their order; for a mix, all requests are as one.</summary>
    public IReadOnlyList<ChainPlan> Chains => NamedChains.Count > 0
        ? [.. NamedChains.Select(c => c with { Requests = [.. c.Requests.Select(r => r.In(c.Name, c.Weight))] })]
        : [new ChainPlan("", Requests, Weight: 1, KeepsCookies)];

    /// <summary>Gets the name of the method that makes the requests a chain.</summary>
    public string ChainMethod => IsChain ? "AsChain" : "Chain";

    /// <summary>Gets the kind of load.</summary>
    public LoadKind Kind => LoadKind.Of(Scenarios.Count > 0, IsChain || NamedChains.Count > 0);

    /// <summary>Gets whether the framework's client makes the load.</summary>
    public bool UsesClient => !Kind.IsSentByKit || Options.NeedsClient;

    /// <summary>Gets whether a virtual user sends the cookies that it was given, in any chain.</summary>
    public bool KeepsCookies { get; init; }

    /// <summary>Gets the names of the values that a chain takes from its responses.</summary>
    public IReadOnlyList<string> TakenNames => [.. Requests.SelectMany(r => r.Takes).Select(t => t.Name).Distinct(StringComparer.Ordinal)];

    /// <summary>Gets whether names in braces are placeholders. If not, all braces are literal.</summary>
    public bool HasPlaceholders => Kind.IsSentByKit && (Data is not null || TakenNames.Count > 0);

    /// <summary>Gets the headers that every request carries, unless it has its own header of the same name.</summary>
    public IReadOnlyList<KeyValuePair<string, string>> Headers { get; init; } = [];

    public IReadOnlyList<Preparation> Preparations { get; init; } = [];

    /// <summary>Gets the types of the values that preparations return, as far as their code names them.</summary>
    public IReadOnlyList<Type> PreparedTypes { get; init; } = [];

    public string? AllowedHost { get; init; }

    /// <summary>
    /// Gets the rate at which requests are sent (open loop); <see langword="null"/> to send one after another on each connection (closed loop).
    /// </summary>
    public LoadRate? Rate { get; init; }

    public LoadOptions Options { get; init; } = new();

    /// <summary>Gets the limits that the result is judged by; <see langword="null"/> if it isn't judged.</summary>
    public LoadGates? Gates { get; init; }

    /// <summary>Gets the maximum number of allocated bytes per request by a baseline; <see langword="null"/> if there is none.</summary>
    public double? MaxBaselineBytes { get; init; }

    /// <summary>Gets whether a gate allows errors. If so, an app that returns nothing but errors is loaded all the same.</summary>
    public bool AllowsErrors => Gates is { MaxFailures: > 0 } or { MaxFailurePercent: > 0 };

    /// <summary>
    /// Gets the maximum number of allocated bytes per request, by the gates or a baseline. If there is one, allocated bytes are measured in separate windows.
    /// </summary>
    public double? MaxAllocatedBytesPerRequest => new[] { Gates?.MaxAllocatedBytesPerRequest, MaxBaselineBytes }.Min();

    /// <summary>
    /// Gets the maximum numbers of allocated bytes per request that are measured in separate windows: of all requests together first, and then of single ones,
    /// by their indices, by the gates on them.
    /// </summary>
    public IReadOnlyList<(int? Request, double Limit)> AllocationLimits =>
    [
        .. MaxAllocatedBytesPerRequest is { } ofAll ? new (int?, double)[] { (null, ofAll) } : [],
        .. from endpoint in Gates?.Endpoints ?? []
           where endpoint.Value.MaxAllocatedBytesPerRequest is not null
           select ((int?)Requests.Index().Single(r => r.Item.Name == endpoint.Key).Index, endpoint.Value.MaxAllocatedBytesPerRequest!.Value),
    ];

    /// <summary>
    /// Gets the requests whose work is counted in separate windows: <see langword="null"/> for all together first, and then single ones, by their indices.
    /// </summary>
    public IReadOnlyList<int?> Counted =>
    [
        .. Options.CountsWork || CountsWork(Gates) ? new int?[] { null } : [],
        .. from endpoint in Gates?.Endpoints ?? []
           where CountsWork(endpoint.Value)
           select (int?)Requests.Index().Single(r => r.Item.Name == endpoint.Key).Index,
    ];

    /// <summary>Gets the maximum bytes that the heap may keep per request, by the gates. If set, they are measured in separate stretches of load.</summary>
    public double? MaxRetainedBytesPerRequest => Gates?.MaxRetainedBytesPerRequest;

    /// <summary>Gets whether to sample the allocated types even within the limit.</summary>
    public bool SamplesTypes { get; init; }

    /// <summary>Gets what the first run prepares for all; <see langword="null"/> if each run prepares its app.</summary>
    public StrongBox<PreparedRequests>? Kept { get; init; }

    /// <summary>Gets the numbers of the requests with data, which go on from run to run; <see langword="null"/> if each run begins with zero.</summary>
    public RequestNumbers? Numbers { get; init; }

    /// <summary>Gets what the users of a scenario go on from, from run to run; <see langword="null"/> if each run begins anew.</summary>
    public UserPasts? Pasts { get; init; }

    /// <summary>Gets whether the data has each row taken once: the run ends with the last, and can't be repeated.</summary>
    public bool TakesRowsOnce => Data is { Order: RowOrder.EachOnce };

    /// <summary>Gets the number of requests that have a row together: all of a chain.</summary>
    public int RequestsOfPass => Kind.HasPasses ? Requests.Count : 1;

    // A rate may end before the rows do.
    private long PassesOfRows => Rate is { Segments.Count: > 0 } rate ? Math.Min(Data!.RowCount, rate.CountWithin(rate.Duration)) : Data!.RowCount;

    /// <summary>Returns the names of the columns of the data, and of the values that a chain takes.</summary>
    public HashSet<string> PlaceholderNames() => new((Data?.Columns ?? []).Select(c => c.Name).Concat(TakenNames), StringComparer.Ordinal);

    /// <summary>
    /// Returns the plans of loads that take turns. Unless one sets connections, all have as many as keep the cores busy: over more, each request only waits
    /// for longer, and fewer turns fit into the time.
    /// </summary>
    public static IReadOnlyList<LoadPlan> InTurns(IReadOnlyList<LoadPlan> plans) =>
        plans.Any(p => p.Options.HasConnections) ? plans : [.. plans.Select(p => p.Over(ConnectionsInTurns * Environment.ProcessorCount))];

    /// <summary>Returns the plan with other options, for an app on a port that speaks their version of HTTP.</summary>
    public LoadPlan With(LoadOptions options) => this with
    {
        Options = options,
        Target = (Target.Port, options.Protocol) switch
        {
            (OwnPort.Http1, LoadProtocol.Http2) => OwnPorts.Of(Target, OwnPort.Http2),
            (OwnPort.Http2, LoadProtocol.Http1) => OwnPorts.Of(Target, OwnPort.Http1),
            _ => Target,
        },
    };

    /// <summary>
    /// Returns the plan with the options that follow from its data or its users, unless they are set: the number of rows to take once, and no warm-up; as many
    /// connections as there are users.
    /// </summary>
    public LoadPlan Resolved()
    {
        var options = Options.Clone();
        if (Users is not null)
        {
            options.Connections = Users.Highest;
        }

        if (TakesRowsOnce)
        {
            (options.Requests, options.WarmUp) = (options.Requests ?? (PassesOfRows * RequestsOfPass), TimeSpan.Zero);
        }

        return this with { Options = options };
    }

    /// <summary>Returns the same plan with the version of HTTP that gRPC needs, unless it is set.</summary>
    public LoadPlan WithGrpc() => Options.HasGrpc ? this : With(Options.WithGrpc());

    /// <summary>Returns the same plan with the work of all requests together counted, to explain a figure.</summary>
    public LoadPlan CountingWork()
    {
        var options = Options.Clone();
        options.CountsWork = true;
        return this with { Options = options };
    }

    /// <summary>
    /// Returns the same plan for several runs of one app. Preparations, like seeding data or signing in, run once, however many runs there are.
    /// The numbers of requests and iterations go on.
    /// </summary>
    public LoadPlan PreparedOnce() => NumberedOn() with { Kept = Kept ?? new StrongBox<PreparedRequests>() };

    /// <summary>
    /// Returns the same plan for several runs. If its app keeps running from run to run, it is prepared only for the first run. All numbers go on:
    /// what a new app has stored may stay as well.
    /// </summary>
    public LoadPlan PreparedOncePerApp() => Target.IsKept ? PreparedOnce() : NumberedOn();

    private static bool CountsWork(LoadGates? gates) =>
        gates is { MaxDatabaseCommandsPerRequest: not null } or { MaxHttpRequestsPerRequest: not null } or { MaxExceptionsPerRequest: not null };

    private LoadPlan Over(int connections)
    {
        var options = Options.Clone();
        options.Connections = connections;
        return this with { Options = options };
    }

    private LoadPlan NumberedOn() => this with { Numbers = Numbers ?? new RequestNumbers(), Pasts = Pasts ?? new UserPasts() };
}
