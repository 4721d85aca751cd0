using System.Globalization;
using System.Security.Cryptography;

namespace ThroughputKit.Baselines.Files;

/// <summary>The settings that exact figures depend on. The run's length is left out because the figures are per request.</summary>
internal sealed record BaselineSettings
{
    private const string SendAgain = "Send the approved requests, the same in every run";

    private static readonly (Func<BaselineSettings, string> InWords, string Remedy)[] _all =
    [
        (s => $"{Counted.Of(s.Requests.Count, "different request")}", SendAgain),
        (s => Counted.Of(s.Connections, "connection"), "Set o.Connections back"),
        (s => s.Rate is null ? "no set rate" : $"rate {s.Rate} (requests per second)", "Set AtRate back"),
        (s => s.WarmsUp ? "a warm-up" : "no warm-up", "Set o.WarmUp back"),
        (s => $"the {s.Engine} engine", "Set o.Engine to it (Epoll needs Linux, Socket runs on every system)"),
        (s => Show(s.App), "Load it as before (For, ForPublished or Against)"),
        (s => $"the garbage collector '{s.Collector}'", "Set ServerGarbageCollection and GarbageCollectionAdaptationMode back"),
        (s => s.Runtime, "A different major version allocates differently. Run on the same version"),
    ];

    public required IReadOnlyList<SentRequest> Requests { get; init; }

    public required int Connections { get; init; }

    /// <summary>Gets the set rate in requests per second; <see langword="null"/> if no rate is set.</summary>
    public string? Rate { get; init; }

    public required bool WarmsUp { get; init; }

    public required LoadEngine Engine { get; init; }

    /// <summary>Gets where the app ran.</summary>
    public required AppPlace App { get; init; }

    /// <summary>Gets the garbage collector: workstation, server, or server that adapts its heaps.</summary>
    public required string Collector { get; init; }

    /// <summary>Gets the runtime and its major version.</summary>
    public required string Runtime { get; init; }

    public static BaselineSettings Of(LoadResult result, RunSettings run) => new()
    {
        Requests = [.. run.Requests.Select(SentRequest.Of)],
        Connections = result.Connections,
        Rate = run.Rate is null ? null : Describe(run.Rate),
        WarmsUp = run.WarmsUp,
        Engine = result.Generator.Engine,
        App = run.Place,
        Collector = !result.Environment.IsServerGc ? "workstation" : result.Environment.IsDynamicGc ? "server, adapting" : "server",
        Runtime = Major(result.Environment.Runtime),
    };

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

    private static string Describe(LoadRate rate) => rate.Segments.Count == 0
        ? Show(rate.Highest)
        : string.Join(", ", rate.Segments.Select(
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

        public static SentRequest Of(LoadRequest request) => new()
        {
            Request = request.Name,
            Headers = request.Headers.Count == 0 ? null : string.Join(", ", request.Headers.Select(h => h.Key)),
            Weight = request.Weight == 1 ? null : request.Weight,
            BodyBytes = request.Body?.Length,
            BodySha256 = request.Body is { } body ? Convert.ToHexStringLower(SHA256.HashData(body.Span)) : null,
        };

        public override string ToString() => string.Join(", ", new[]
        {
            Request,
            Headers is null ? null : $"headers {Headers}",
            Weight is null ? null : FormattableString.Invariant($"weight {Weight}"),
            BodyBytes is null ? null : FormattableString.Invariant($"a body of {BodyBytes} B (SHA-256 {BodySha256?[..Math.Min(8, BodySha256.Length)]})"),
        }.OfType<string>());
    }
}
