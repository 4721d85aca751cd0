using System.Diagnostics;
using System.Diagnostics.Metrics;

namespace ThroughputKit.Running;

/// <summary>
/// Passes the figures of each run on to exporters that listen to "ThroughputKit": an activity and measurements. All of it is made after the run, so that no
/// activity of the kit is current while an app of this process serves requests.
/// </summary>
internal static class Telemetry
{
    private const string Name = "ThroughputKit";

    private static readonly string? _version = typeof(Telemetry).Assembly.GetName().Version?.ToString(3);
    private static readonly ActivitySource _source = new(Name, _version);
    private static readonly Meter _meter = new(Name, _version);

    private static readonly Gauge<double> _throughput = _meter.CreateGauge<double>(
        "throughputkit.throughput", "{request}/s", "Successful requests per second of a run.");

    private static readonly Gauge<double> _latency = _meter.CreateGauge<double>("throughputkit.latency", "s", "A percentile of latency of a run.");

    private static readonly Gauge<double> _allocated = _meter.CreateGauge<double>(
        "throughputkit.allocated", "By/{request}", "Bytes that the app allocated per request of a run.");

    private static readonly Counter<long> _requests = _meter.CreateCounter<long>("throughputkit.requests", "{request}", "Requests of runs, by outcome.");

    /// <summary>Passes on a run that has just ended.</summary>
    public static void Record(LoadResult result)
    {
        var took = result.Times?.All ?? result.Duration;
        using (var activity = _source.StartActivity(ActivityKind.Internal, startTime: TimeProvider.System.GetUtcNow() - took, name: result.Name))
        {
            activity?.SetTag("throughputkit.throughput", result.Rps);
            activity?.SetTag("throughputkit.failed", result.Failed);
            activity?.SetStatus(result.Failed > 0 || result.Succeeded == 0 ? ActivityStatusCode.Error : ActivityStatusCode.Ok);
        }

        var test = KeyValuePair.Create("throughputkit.test", (object?)result.Name);
        _throughput.Record(result.Rps, test);
        _requests.Add(result.Succeeded, test, Outcome("success"));
        _requests.Add(result.Failed, test, Outcome("failure"));
        if (result.Latency.Count > 0)
        {
            _latency.Record(result.Latency.P50.TotalSeconds, test, Percentile("50"));
            _latency.Record(result.Latency.P99.TotalSeconds, test, Percentile("99"));
        }

        if (result.Memory.BytesPerRequest is { } bytes)
        {
            _allocated.Record(bytes, test);
        }
    }

    private static KeyValuePair<string, object?> Outcome(string outcome) => new("throughputkit.outcome", outcome);

    private static KeyValuePair<string, object?> Percentile(string percent) => new("throughputkit.percentile", percent);
}
