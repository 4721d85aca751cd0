using System.Text.Json;
using System.Text.Json.Nodes;
using ThroughputKit.Recording;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Reporting;

public class ResultJsonTests
{
    private static readonly LoadResult _result = MadeUp.Result(Latency(100)) with
    {
        Findings = [new("NotSteady", FindingSeverity.Warning, "The app was not steady.", "Wait.")],
        Memory = new MemoryFigures { AllocatedBytesPerRequest = 536.6, PauseTime = TimeSpan.FromMicroseconds(1_500) },
    };

    [Fact]
    public void Begins_with_the_versions_of_its_schema_and_of_the_kit()
    {
        var document = Read(_result.ToJson());

        Assert.Equal(["schema", "kit", "result"], document.Select(p => p.Key));
        Assert.Equal(3, (int)document["schema"]!);
        Assert.Matches(@"^\d+\.\d+\.\d+", (string)document["kit"]!);
    }

    [Fact]
    public void Has_every_public_figure_that_is_known()
    {
        var result = Read(_result.ToJson())["result"]!.AsObject();

        Assert.Subset(
            result.Select(p => p.Key).ToHashSet(StringComparer.Ordinal),
            typeof(LoadResult).GetProperties().Where(p => p.GetValue(_result) is not null).Select(p => JsonNamingPolicy.CamelCase.ConvertName(p.Name)).ToHashSet(StringComparer.Ordinal));
        Assert.Equal(100_067, (long)result["sent"]!);
        Assert.Equal(20_000, (double)result["rps"]!);
        Assert.Equal(100_000, (long)result["statuses"]!["200"]!);
        Assert.Equal(536.6, (double)result["memory"]!["allocatedBytesPerRequest"]!);
        Assert.Equal("Warning", (string)result["findings"]![0]!["severity"]!);
        Assert.Equal("GET /hello", (string)result["endpoints"]![0]!["name"]!);
    }

    [Fact]
    public void The_bytes_of_a_scenario_are_not_known()
    {
        var result = Read((_result with { Iterations = 7 }).ToJson())["result"]!.AsObject();

        Assert.DoesNotContain(result, p => p.Key is "bytesSent" or "bytesReceived");
    }

    [Fact]
    public void Allocated_bytes_of_a_request_are_written_if_it_was_sent_alone()
    {
        var one = _result.Endpoints[0];
        var endpoints = Read((_result with { Endpoints = [one, one with { Allocation = new() { BytesPerRequest = 11_000 } }] }).ToJson())["result"]!["endpoints"]!;

        Assert.Null(endpoints[0]!["allocatedBytesPerRequest"]);
        Assert.Equal(11_000, (double)endpoints[1]!["allocatedBytesPerRequest"]!);
    }

    [Fact]
    public void Times_are_in_seconds()
    {
        var result = Read(_result.ToJson())["result"]!;

        Assert.Equal(5, (double)result["duration"]!);
        Assert.Equal(0.0015, (double)result["memory"]!["pauseTime"]!);
        Assert.Equal(_result.Latency.P99.TotalSeconds, (double)result["latency"]!["p99"]!, 9);
    }

    [Fact]
    public void Figures_that_are_not_numbers_are_written_too() =>
        Assert.Equal("NaN", (string)Read((_result with { Rps = double.NaN }).ToJson())["result"]!["rps"]!);

    [Fact]
    public async Task A_real_result_is_written_whole()
    {
        await using var server = ScriptedServer.Answering("HTTP/1.1 200 OK|Content-Length: 0||");
        var measured = await LoadTest.Against(server.Address).Get("/").With(o => (o.Requests, o.Connections, o.WarmUp) = (40, 2, TimeSpan.Zero)).RunAsync();

        var result = Read(measured.ToJson())["result"]!;

        Assert.Equal(40, (long)result["succeeded"]!);
        Assert.Equal(measured.Environment.Cores, (int)result["environment"]!["cores"]!);
    }

    [Fact]
    public void Intervals_are_written_as_columns_with_one_line_each()
    {
        LoadInterval[] intervals = [.. Enumerable.Range(0, 500).Select(i => new LoadInterval
        {
            Start = TimeSpan.FromMilliseconds(10 * i),
            Length = TimeSpan.FromMilliseconds(i < 499 ? 10 : 4),
            Succeeded = 100 + i,
            Failed = i % 2,
            MeanLatency = TimeSpan.FromMicroseconds(i),
            MaxLatency = TimeSpan.FromMilliseconds(1),
        })];
        var json = (_result with { Intervals = intervals }).ToJson();
        var columns = Read(json)["result"]!["intervals"]!.AsObject();

        Assert.Equal(["length", "lastLength", "succeeded", "failed", "meanLatency", "maxLatency"], columns.Select(c => c.Key));
        Assert.Equal((0.01, 0.004), ((double)columns["length"]!, (double)columns["lastLength"]!));
        Assert.Equal(intervals.Select(i => i.Succeeded), columns["succeeded"]!.AsArray().Select(n => (long)n!));
        Assert.Equal(intervals.Select(i => i.Failed), columns["failed"]!.AsArray().Select(n => (long)n!));
        Assert.Equal(intervals.Select(i => i.MeanLatency.TotalSeconds), columns["meanLatency"]!.AsArray().Select(n => (double)n!));
        Assert.Equal(0.001, (double)columns["maxLatency"]![7]!);
        Assert.InRange(json.Length, 1, 20_000);
        Assert.InRange(json.Split('\n').Length, 1, 200);
    }

    [Fact]
    public void A_comparison_has_both_sides_and_its_outcome()
    {
        var compared = new LoadComparisonResult
        {
            Reference = _result,
            Candidate = _result with { Sent = 7 },
            RpsRatio = new RatioFigures(0.9, 0.89, 0.91),
            Gates = [new GateOutcome("MaxSlowdownPercent", GateVerdict.Failed, "10% lower")],
            Slices = 12,
            GeneratorShare = null,
            Elapsed = TimeSpan.FromSeconds(10),
            Findings = [],
        };

        var comparison = Read(compared.ToJson())["comparison"]!.AsObject();

        Assert.Equal(7, (long)comparison["candidate"]!["sent"]!);
        Assert.Equal(100_067, (long)comparison["reference"]!["sent"]!);
        Assert.Equal(0.89, (double)comparison["rpsRatio"]!["low"]!);
        Assert.Equal("Failed", (string)comparison["gates"]![0]!["verdict"]!);
        Assert.Equal("Failed", (string)comparison["verdict"]!);
        Assert.False(comparison.ContainsKey("generatorShare"));
    }

    private static JsonObject Read(string json) => JsonNode.Parse(json)!.AsObject();

    private static LatencyHistogram Latency(int count)
    {
        var latency = new LatencyHistogram();
        foreach (var milliseconds in Enumerable.Range(1, count))
        {
            latency.Record(milliseconds * 1_000_000L);
        }

        return latency;
    }
}
