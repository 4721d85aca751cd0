using System.Globalization;

namespace ThroughputKit.Baselines.Files;

/// <summary>The settings that exact figures depend on. The run's length is left out because the figures are per request.</summary>
internal sealed record BaselineSettings
{
    public required IReadOnlyList<BaselineRequest> Requests { get; init; }

    public required int Connections { get; init; }

    public required int PipelineDepth { get; init; }

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
        Requests = [.. run.Requests.Select(BaselineRequest.Of)],
        Connections = result.Connections,
        PipelineDepth = run.PipelineDepth,
        Rate = run.Rate is null ? null : Describe(run.Rate),
        WarmsUp = run.WarmsUp,
        Engine = result.Generator.Engine,
        App = run.Place,
        Collector = !result.Environment.IsServerGc ? "workstation" : result.Environment.IsDynamicGc ? "server, adapting" : "server",
        Runtime = Major(result.Environment.Runtime),
    };

    /// <summary>Returns the runtime with its major version: ".NET 10" for ".NET 10.0.1". Patches change allocations by only a few bytes.</summary>
    internal static string Major(string runtime)
    {
        var digits = runtime.AsSpan().IndexOfAnyInRange('0', '9');
        var end = digits < 0 ? -1 : runtime.IndexOf('.', digits);
        return end < 0 ? runtime : runtime[..end];
    }

    private static string Describe(LoadRate rate) => rate.Segments.Count == 0
        ? Show(rate.Highest)
        : string.Join(", ", rate.Segments.Select(s => s.From.Equals(s.To) ? $"{Show(s.From)} for {Show(s.Seconds)} s" : $"{Show(s.From)} to {Show(s.To)} in {Show(s.Seconds)} s"));

    private static string Show(double value) => value.ToString("0.######", CultureInfo.InvariantCulture);
}
