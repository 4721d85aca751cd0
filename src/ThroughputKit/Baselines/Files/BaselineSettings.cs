using System.Globalization;
using System.Security.Cryptography;
using System.Text;
using ThroughputKit.Pacing;
using ThroughputKit.Requests.Data;
using ThroughputKit.Responses;
using ThroughputKit.Traffic;

namespace ThroughputKit.Baselines.Files;

/// <summary>The settings that exact figures depend on. The run's length is left out because the figures are per request.</summary>
internal sealed record BaselineSettings
{
    private const string OverHttps = "https";
    private const string OverHttp2 = "HTTP/2";
    private const string NewConnection = "a new connection after";
    private const string SendAgain = "Send the approved requests, the same in every run";

    private static readonly (Func<BaselineSettings, string> InWords, string Remedy)[] _all =
    [
        (s => $"{Counted.Of(s.Requests.Count, "different request")}", SendAgain),
        (s => s.WaysOf(w => w == OverHttps) ?? "http", "Set OverHttps back"),
        (s => s.WaysOf(IsHttp2) ?? "HTTP/1.1", "Set o.Protocol and o.StreamsPerConnection back"),
        (s => s.WaysOf(IsNewConnection) ?? "connections that are kept", "Set o.RequestsPerConnection back"),
        (s => s.WaysOf(w => w != OverHttps && !IsHttp2(w) && !IsNewConnection(w)) ?? "requests in turn, without cookies",
            "Set AsChain, WithUsers, InRandomOrder and KeepCookies back"),
        (s => s.Data ?? "no data", $"{SendAgain}: set the data back"),
        (s => Counted.Of(s.Connections, "connection"), "Set o.Connections back"),
        (s => s.Rate is null ? "no set rate" : $"rate {s.Rate} ({(s.IsChain ? "passes" : "requests")} per second)", "Set AtRate back"),
        (s => s.WarmsUp ? "a warm-up" : "no warm-up", "Set o.WarmUp back"),
        (s => $"the {s.Engine} engine", "Set o.Engine to it (Epoll needs Linux, Socket runs on every system)"),
        (s => Show(s.App), "Load it as before (For, ForPublished or Against)"),
        (s => $"the garbage collector '{s.Collector}'", "Set ServerGarbageCollection and GarbageCollectionAdaptationMode back"),
        (s => s.Runtime, "A different major version allocates differently. Run on the same version"),
    ];

    public required IReadOnlyList<SentRequest> Requests { get; init; }

    /// <summary>
    /// Gets how the requests are sent, if not over http, on connections that are kept, in turn and without cookies; like <see cref="Data"/> and
    /// <see cref="SentRequest.Expected"/>, it isn't in files of the second schema.
    /// </summary>
    public string? Sending { get; init; }

    /// <summary>Gets the columns and rows of the data; <see langword="null"/> if there is none.</summary>
    public string? Data { get; init; }

    public required int Connections { get; init; }

    /// <summary>Gets the set rate in requests, or passes of a chain, per second; <see langword="null"/> if no rate is set.</summary>
    public string? Rate { get; init; }

    public required bool WarmsUp { get; init; }

    /// <summary>Gets the engine. Epoll stands for io_uring too, unless the test asks for that: exact figures are the same with both.</summary>
    public required LoadEngine Engine { get; init; }

    /// <summary>Gets where the app ran.</summary>
    public required AppPlace App { get; init; }

    /// <summary>Gets the garbage collector: workstation, server, or server that adapts its heaps.</summary>
    public required string Collector { get; init; }

    /// <summary>Gets the runtime and its major version.</summary>
    public required string Runtime { get; init; }

    public static BaselineSettings Of(LoadResult result, RunSettings run) => new()
    {
        Requests = [.. run.Requests.Select(r => SentRequest.Of(r, run.Options))],
        Sending = DescribeSending(run),
        Data = run.Data is null ? null : Describe(run.Data),
        Connections = result.Connections,
        Rate = run.Rate is null ? null : Describe(run.Rate),
        WarmsUp = run.WarmsUp,
        Engine = (run.Options.Engine, result.Generator.Engine) is (LoadEngine.Automatic, LoadEngine.Uring) ? LoadEngine.Epoll : result.Generator.Engine,
        App = run.Place,
        Collector = !result.Environment.IsServerGc ? "workstation" : result.Environment.IsDynamicGc ? "server, adapting" : "server",
        Runtime = Major(result.Environment.Runtime),
    };

    private bool IsChain => Sending?.StartsWith(LoadKind.Chain.Name, StringComparison.Ordinal) == true;

    /// <summary>Returns the differences from approved settings in words, each with its remedy.</summary>
    public IEnumerable<(string Now, string Approved, string Remedy)> Since(BaselineSettings approved)
    {
        var requests = Requests.Count == approved.Requests.Count
            ? Requests.Zip(approved.Requests, (now, before) => (Now: $"{now}", Approved: $"{before}", Remedy: SendAgain))
            : [];
        return requests.Concat(_all.Select(s => (Now: s.InWords(this), Approved: s.InWords(approved), s.Remedy)))
            .Where(d => d.Now != d.Approved)
            .Select(d => (d.Now, d.Approved, $"{d.Remedy}, or approve again: {Approval.How}."));
    }

    /// <summary>Returns the runtime with its major version: ".NET 10" for ".NET 10.0.1". Patches change allocations by only a few bytes.</summary>
    internal static string Major(string runtime)
    {
        var digits = runtime.AsSpan().IndexOfAnyInRange('0', '9');
        var end = digits < 0 ? -1 : runtime.IndexOf('.', digits);
        return end < 0 ? runtime : runtime[..end];
    }

    private static bool IsHttp2(string way) => way.StartsWith(OverHttp2, StringComparison.Ordinal);

    private static bool IsNewConnection(string way) => way.StartsWith(NewConnection, StringComparison.Ordinal);

    private string? WaysOf(Func<string, bool> which) => Sending?.Split(", ").Where(which).ToArray() is { Length: > 0 } ways ? string.Join(", ", ways) : null;

    private static string? DescribeSending(RunSettings run)
    {
        string[] ways =
        [
            .. run.Kind.HasWeights ? Array.Empty<string>() : [run.Kind.Name],
            .. run.Scenarios.Select(s => FormattableString.Invariant($"{s.Name} with weight {s.Weight}")),
            .. run.Users is { } users ? new[] { $"users {Describe(users.Segments)}" } : [],
            .. run.OrderSeed is { } seed
                ? new[] { FormattableString.Invariant($"{(run.Scenarios.Count == 0 ? "requests" : "scenarios")} in random order (seed {seed})") } : [],
            .. run.KeepCookies.Select(c => c.Length == 0 ? "kept cookies" : $"cookies kept in {c}"),
            .. run.Options.RequestsPerConnection is { } each ? new[] { $"{NewConnection} {Counted.Of(each, "request")}" } : [],
            .. run.Options.Protocol == LoadProtocol.Http2
                ? new[] { $"{OverHttp2} with {Counted.Of(run.Options.StreamsPerConnection, "stream")} a connection" } : [],
            .. run.IsOverHttps ? [OverHttps] : Array.Empty<string>(),
        ];
        return ways.Length == 0 ? null : string.Join(", ", ways);
    }

    // Values may be many, or secret, so that only their hash is kept. It includes each column's own order, but not what a function writes.
    private static string Describe(LoadData data)
    {
        using var content = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
        foreach (var (number, column) in data.Columns.Index())
        {
            content.AppendData(number == 0 ? [] : "\0"u8);
            var list = column as ListColumn;
            content.AppendData(Encoding.UTF8.GetBytes(
                list is null ? column.Name : FormattableString.Invariant($"{list.Name}\0{list.Order}\0{list.Seed}\0{list.Count}")));
            for (var row = 0; row < list?.Count; row++)
            {
                content.AppendData("\0"u8);
                content.AppendData(list[row]);
            }
        }

        var hash = Convert.ToHexStringLower(content.GetHashAndReset());
        var order = data.Order switch
        {
            RowOrder.Random => FormattableString.Invariant($"in random order (seed {data.Seed})"),
            RowOrder.OnePerConnection => "one per connection",
            RowOrder.EachOnce => "each once",
            _ => "in turn",
        };
        return $"data {string.Join(", ", data.Columns.Select(c => c.Name))}: {Counted.Of(data.RowCount, "row")} {order} (SHA-256 {hash[..16]})";
    }

    private static string Describe(LoadRate rate) => rate.Segments.Count == 0 ? Show(rate.Highest) : Describe(rate.Segments);

    private static string Describe(IEnumerable<RampSegment> segments) => string.Join(", ", segments.Select(
        s => s.From.Equals(s.To) ? $"{Show(s.From)} for {Show(s.Seconds)} s" : $"{Show(s.From)} to {Show(s.To)} in {Show(s.Seconds)} s"));

    private static string Show(double value) => value.ToString("0.######", CultureInfo.InvariantCulture);

    private static string Show(AppPlace place) => place switch
    {
        AppPlace.TestProcess => "an app in the test process",
        AppPlace.OwnProcess => "an app in its own process",
        _ => "an app known only by its address",
    };

    /// <summary>A sent request. Header values are left out because they may be secret.</summary>
    internal sealed record SentRequest
    {
        /// <summary>Gets the method and path.</summary>
        public required string Request { get; init; }

        /// <summary>Gets the header names, in the order in which they are sent; <see langword="null"/> if there are none.</summary>
        public string? Headers { get; init; }

        /// <summary>Gets the weight; <see langword="null"/> if it is 1.</summary>
        public int? Weight { get; init; }

        public int? BodyBytes { get; init; }

        public string? BodySha256 { get; init; }

        /// <summary>Gets what is expected of responses; <see langword="null"/> if only the statuses 200 to 299 are.</summary>
        public string? Expected { get; init; }

        /// <param name="request">The request.</param>
        /// <param name="options">The options of the test, which hold for what the request doesn't set itself.</param>
        public static SentRequest Of(LoadRequest request, LoadOptions options) => new()
        {
            Request = request.Name,
            Headers = request.Headers.Count == 0 ? null : string.Join(", ", request.Headers.Select(h => h.Key)),
            Weight = request.Weight == 1 ? null : request.Weight,
            BodyBytes = request.Body?.Length,
            BodySha256 = request.Body is { } body ? Convert.ToHexStringLower(SHA256.HashData(body.Span)) : null,
            Expected = DescribeExpected(request, options),
        };

        public override string ToString() => string.Join(", ", new[]
        {
            Request,
            Headers is null ? null : $"headers {Headers}",
            Weight is null ? null : FormattableString.Invariant($"weight {Weight}"),
            BodyBytes is null ? null : FormattableString.Invariant($"a body of {BodyBytes} B (SHA-256 {BodySha256?[..Math.Min(8, BodySha256.Length)]})"),
            Expected is null ? null : $"expected: {Expected}",
        }.OfType<string>());

        private static string? DescribeExpected(LoadRequest request, LoadOptions options)
        {
            var statuses = Ranges(StatusTable.Of(request.ExpectedStatuses is { } own ? own.Contains : options.IsSuccess));
            string[] checks = [.. request.Checks.Select(c => $"{c.Subject} {c.Expectation}")];
            var share = checks.Length == 0 || options.CheckedShare == 1 ? ""
                : FormattableString.Invariant($" in {options.CheckedShare:0.####} of the responses");
            return statuses == "200 to 299" && checks.Length == 0 ? null : $"{string.Join("; ", [statuses, .. checks])}{share}";
        }

        private static string Ranges(bool[] has)
        {
            List<string> ranges = [];
            for (var from = 0; from < has.Length; from++)
            {
                var end = has[from] ? Array.IndexOf(has, false, from) is var next && next < 0 ? has.Length : next : from;
                if (end > from)
                {
                    ranges.Add(end == from + 1 ? $"{from}" : $"{from} to {end - 1}");
                    from = end;
                }
            }

            return string.Join(", ", ranges);
        }
    }
}
