using System.Collections.Concurrent;
using System.Diagnostics;
using System.Diagnostics.Metrics;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Running;

/// <summary>The figures of runs, as exporters get them.</summary>
public class TelemetryTests
{
    [Fact]
    public async Task Each_run_is_an_activity_with_its_figures()
    {
        ConcurrentBag<Activity> activities = [];
        using var listener = new ActivityListener
        {
            ShouldListenTo = s => s.Name == "ThroughputKit",
            Sample = (ref ActivityCreationOptions<ActivityContext> _) => ActivitySamplingResult.AllData,
            ActivityStopped = activities.Add,
        };
        ActivitySource.AddActivityListener(listener);

        var result = await RunAsync("an activity");

        var activity = Assert.Single(activities, a => a.DisplayName == "an activity");
        Assert.Equal((result.Rps, ActivityStatusCode.Ok), (activity.GetTagItem("throughputkit.throughput"), activity.Status));
        Assert.True(activity.Duration > TimeSpan.Zero);
    }

    [Fact]
    public async Task And_measurements()
    {
        ConcurrentDictionary<string, double> measured = new(StringComparer.Ordinal);
        using var listener = new MeterListener();
        listener.InstrumentPublished = (instrument, l) =>
        {
            if (instrument.Meter.Name == "ThroughputKit")
            {
                l.EnableMeasurementEvents(instrument);
            }
        };
        listener.SetMeasurementEventCallback<double>((i, value, tags, _) => Keep(i, value, tags));
        listener.SetMeasurementEventCallback<long>((i, value, tags, _) => Keep(i, value, tags));
        listener.Start();

        var result = await RunAsync("some measurements");

        Assert.Equal(result.Rps, measured["throughputkit.throughput"]);
        Assert.Equal(result.Latency.P99.TotalSeconds, measured["throughputkit.latency 99"]);
        Assert.Equal((50, 0), (measured["throughputkit.requests success"], measured["throughputkit.requests failure"]));

        void Keep(Instrument instrument, double value, ReadOnlySpan<KeyValuePair<string, object?>> tags)
        {
            if (tags[0].Value is "some measurements")
            {
                measured[$"{instrument.Name} {(tags.Length > 1 ? tags[1].Value : "")}".TrimEnd()] = value;
            }
        }
    }

    private static async Task<LoadResult> RunAsync(string name)
    {
        await using var server = ScriptedServer.Answering("HTTP/1.1 200 OK|Content-Length: 0||");
        return await LoadTest.Against(server.Address).Get("/").Named(name).Sending(50).RunAsync();
    }
}
