namespace ThroughputKit.Gates;

/// <summary>Gates on one request of a test: which figures they can be on, and how those are found in a result.</summary>
internal static class EndpointRules
{
    private static readonly string _possible = string.Join(", ", Gates.Figures.All.Where(f => f.IsOfEndpoint).Select(f => f.Gate));

    private static readonly string[] _ofBytes = [FindingNames.Miscount, FindingNames.Background, FindingNames.StillCompiling];

    /// <summary>Returns the name of a gate of an endpoint.</summary>
    public static string Name(string endpoint, string gate) => $"{endpoint}: {gate}";

    /// <summary>Returns the figures with a limit. Failures have none unless it is set: the gates of the whole run allow none already.</summary>
    public static IEnumerable<Figure> Figures(LoadGates gates)
    {
        string[] set = [.. GateRules.Names(gates)];
        return Gates.Figures.All.Where(f => set.Contains(f.Gate));
    }

    /// <summary>
    /// Returns the result of a run as if it had sent only this request. The parts of its window aren't known for each request, and allocated bytes only if it
    /// was sent alone.
    /// </summary>
    public static LoadResult ResultOf(LoadResult result, string endpoint)
    {
        var figures = result.Endpoints.FirstOrDefault(e => e.Name == endpoint) ?? EndpointFigures.Unseen(endpoint);
        return result with
        {
            Sent = figures.Sent,
            Succeeded = figures.Succeeded,
            Failed = figures.Failed,
            InFlightAtEnd = figures.InFlightAtEnd,
            Rps = figures.Rps,
            Failures = figures.Failures,
            Statuses = figures.Statuses,
            Latency = figures.Latency,
            Counts = figures.Counts,
            Memory = result.Memory with { Allocation = figures.Allocation, AllocatedBytesPerRequest = null },
            Findings = FindingsOf(result, endpoint),
            Endpoints = [figures],
            Batches = [],
            EarlierAttempts = [.. result.EarlierAttempts.Select(a => ResultOf(a, endpoint))],
            Runs = [.. result.Runs.Select(r => ResultOf(r, endpoint))],
        };
    }

    /// <summary>Checks the gates of all endpoints.</summary>
    public static IEnumerable<Problem> Check(LoadGates gates) =>
    [
        .. SetTwice.Check(gates.Endpoints.Select(e => $"set of gates for '{e.Key}'")),
        .. gates.Endpoints.SelectMany(e => Check(e.Key, e.Value)),
    ];

    /// <summary>Checks that each name is that of one request, and that it is sent.</summary>
    public static IEnumerable<Problem> CheckNames(LoadGates? gates, IReadOnlyList<LoadRequest> requests) =>
        (gates?.Endpoints ?? []).Select(e => e.Key).Distinct(StringComparer.Ordinal).Select(name => CheckName(name, requests)).OfType<Problem>();

    // Its own come first. Those on the bytes of all requests together, or of others that were sent alone, say nothing about it.
    private static Finding[] FindingsOf(LoadResult result, string endpoint) =>
    [
        .. result.Findings.Where(f => f.Endpoint == endpoint).Select(f => f with { Endpoint = null }),
        .. result.Findings.Where(f => f.Endpoint is null && !_ofBytes.Contains(f.Name)),
    ];

    private static IEnumerable<Problem> Check(string name, LoadGates own)
    {
        Figure[] set = [.. Figures(own)];
        return
        [
            .. Problem.If(
                set.Length == 0,
                $"No gate of '{name}' is set", "one gate or more", "Set a limit, such as MaxP99LatencyMs, or leave the gates of it out."),
            .. set.Where(f => !f.IsOfEndpoint).Select(figure => new Problem(
                $"{figure.Gate} is set for '{name}'", $"a gate on a figure that each request has: {_possible}",
                "This figure is known only of all requests together. Set it for the whole test.")),
            .. GateRules.CheckOwn(own).Select(p => p.In(name)),
        ];
    }

    private static Problem? CheckName(string name, IReadOnlyList<LoadRequest> requests) => requests.Where(r => r.Name == name).ToArray() switch
    {
        [] => new Problem(
            $"Gates are set for '{name}', but no request has that name",
            $"the name of a request: {string.Join(", ", requests.Select(r => r.Name).Distinct(StringComparer.Ordinal))}",
            "Name the request with Named, or use its method and path."),
        [{ Weight: 0 }] => new Problem(
            $"Gates are set for '{name}', whose weight is 0", "gates on requests that are sent", "Give it a weight, or leave its gates out."),
        [_] => null,
        var several => new Problem(
            $"Gates are set for '{name}', and {several.Length} requests have that name", "the name of one request", "Give each a name of its own with Named."),
    };
}
