using System.Text.Json;
using System.Text.Json.Nodes;
using FsCheck;
using FsCheck.Fluent;
using ThroughputKit.Recording;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Reporting;

/// <summary>Results that were written as JSON and are read again.</summary>
public class ReadResultTests
{
    private static readonly LoadGates _gates = new() { MinRps = 1, MaxP99LatencyMs = 1_000, Endpoints = [new("slow", new() { MaxP50LatencyMs = 1e-9 })] };

    [Fact]
    public async Task A_real_one_is_the_same_to_the_last_bucket_and_is_judged_alike()
    {
        await using var server = ScriptedServer.Answering("HTTP/1.1 200 OK|Content-Length: 2||ok");
        var measured = await LoadTest.Against(server.Address).Get("/").Send(LoadRequest.Get("/slow").Named("slow"))
            .With(o => (o.Requests, o.Connections, o.WarmUp) = (400, 2, TimeSpan.Zero)).RunAsync();

        var read = LoadResult.FromJson(measured.ToJson());

        Assert.Equal(measured.ToJson(), read.ToJson());
        Assert.Equal(measured.ToString().Split('\n').Where(l => !l.Contains("Took", StringComparison.Ordinal)), read.ToString().Split('\n').Where(l => !l.Contains("Took", StringComparison.Ordinal)));
        Assert.Equal(
            Assert.Throws<LoadGateException>(() => measured.VerifyAsIs(_gates)).Message,
            Assert.Throws<LoadGateException>(() => read.VerifyAsIs(_gates)).Message);
    }

    [Fact]
    public void Any_is_the_same_and_is_judged_alike() => Prop.ForAll(Gen.Choose(0, int.MaxValue).ToArbitrary(), seed =>
    {
        var result = Random(new System.Random(seed));

        var read = LoadResult.FromJson(result.ToJson());

        Assert.Equal(result.ToJson(), read.ToJson());
        Assert.Equal($"{result}", $"{read}");
        Assert.Equal(Verdict(result), Verdict(read));
    }).Check(FixedInputs.Of());

    [Fact]
    public void Other_serializers_write_what_is_public()
    {
        var result = Random(new System.Random(3)) with { Findings = [new("NotSteady", FindingSeverity.Warning, "", "") { Explains = double.PositiveInfinity }] };

        var written = JsonSerializer.SerializeToNode(result)!.AsObject();

        Assert.Equal("NotSteady", (string)written["Findings"]![0]!["Name"]!);
        Assert.Equal(typeof(LoadResult).GetProperties().Select(p => p.Name).Order(StringComparer.Ordinal), written.Select(p => p.Key).Order(StringComparer.Ordinal));
        Assert.Equal(typeof(Finding).GetProperties().Length, written["Findings"]![0]!.AsObject().Count);
    }

    [Fact]
    public void A_comparison_is_the_same()
    {
        var random = new System.Random(7);
        var compared = new LoadComparisonResult
        {
            Reference = Random(random),
            Candidate = Random(random),
            RpsRatio = new RatioFigures(0.9, 0.89, double.PositiveInfinity),
            Gates =
            [
                new GateOutcome("MaxSlowdownPercent", GateVerdict.Failed, "10% lower"), // as earlier versions wrote it
                new GateOutcome("MaxP50IncreasePercent", GateVerdict.Passed, "") { Figures = new(-2.5, 5, "%", IsFloor: false, "-2.5%", "5.0%") },
            ],
            Slices = 12,
            GeneratorShare = null,
            Elapsed = TimeSpan.FromSeconds(10),
            Findings = [],
        };

        var read = LoadComparisonResult.FromJson(compared.ToJson());

        Assert.Equal(compared.ToJson(), read.ToJson());
        Assert.Equal($"{compared}", $"{read}");
        Assert.Equal(compared.Gates, read.Gates);
    }

    [Fact]
    public void An_experiment_is_the_same() => Prop.ForAll(Gen.Choose(0, int.MaxValue).ToArbitrary(), seed =>
    {
        var random = new System.Random(seed);
        var result = new LoadExperimentResult([Variant("a", random), Variant("b", random), Variant("c", random)], "b") { WithinPercent = random.Next(2) == 0 ? 3 : null };

        var read = LoadExperimentResult.FromJson(result.ToJson());

        Assert.Equal(result.ToJson(), read.ToJson());
        Assert.Equal($"{result}", $"{read}");
        Assert.Equal(result.ToMarkdown(), read.ToMarkdown());
    }).Check(FixedInputs.Of(30));

    [Fact]
    public void A_search_is_the_same() => Prop.ForAll(Gen.Choose(0, int.MaxValue).ToArbitrary(), seed =>
    {
        var result = Search(new System.Random(seed));

        var read = MaxRateResult.FromJson(result.ToJson());

        Assert.Equal(result.ToJson(), read.ToJson());
        Assert.Equal($"{result}", $"{read}");
        Assert.Equal(result.Steps.Select(s => s.Held), read.Steps.Select(s => s.Held));
    }).Check(FixedInputs.Of(30));

    [Fact]
    public void Another_kind_of_result_is_an_error() => Assert.Equal(
        "The JSON is that of a MaxRateResult. Expected: that of a LoadResult. Read it with MaxRateResult.FromJson.",
        Assert.Throws<FormatException>(() => LoadResult.FromJson(Search(new System.Random(1)).ToJson())).Message);

    [Fact]
    public void A_search_whose_step_has_no_set_rate_is_an_error()
    {
        var result = MadeUp.Result(Latency(new System.Random(1)));
        var paced = result with { Pacing = new PacingFigures { Planned = 1, Unsent = 0, Late = 0, Lateness = result.Latency } };
        var json = JsonNode.Parse(new MaxRateResult(1, "", TimeSpan.Zero, result, [new MaxRateStep(1, paced, null)]).ToJson())!;
        json["maxRate"]!["steps"]![0]!["result"]!.AsObject().Remove("pacing");

        AssertUnreadable<MaxRateResult>("A step has no set rate", () => MaxRateResult.FromJson(json.ToJsonString()));
    }

    [Fact]
    public void An_experiment_without_its_reference_or_without_samples_is_an_error()
    {
        var json = new LoadExperimentResult([Variant("a", new System.Random(1))], "a").ToJson();
        var unsampled = JsonNode.Parse(json)!;
        unsampled["experiment"]!["variants"]![0]!["samples"]!.AsArray().Clear();

        AssertUnreadable<LoadExperimentResult>(
            "The reference is none of the variants", () => LoadExperimentResult.FromJson(json.Replace("\"reference\": \"a\"", "\"reference\": \"b\"", StringComparison.Ordinal)));
        AssertUnreadable<LoadExperimentResult>("The variant a has no sample", () => LoadExperimentResult.FromJson(unsampled.ToJsonString()));
    }

    [Theory]
    [InlineData("", "The JSON can't be read: ")]
    [InlineData("null", "The JSON can't be read: Something is null.")]
    [InlineData("[]", "The JSON can't be read: ")]
    [InlineData("RPS 1,000", "The JSON can't be read: ")]
    [InlineData("{\"schema\":2,\"kit\":\"0.1.0\",\"result\":{}}", "The JSON has schema 2. Expected: schema 3. Another version of the kit wrote it")]
    [InlineData("{\"schema\":3,\"kit\":\"0.1.0\"}", "The JSON can't be read: It has no result.")]
    [InlineData("{\"schema\":\"\\ud800\"}", "The JSON can't be read: ")]
    public void Other_text_is_an_error(string json, string expected) =>
        Assert.StartsWith(expected, Assert.Throws<FormatException>(() => LoadResult.FromJson(json)).Message, StringComparison.Ordinal);

    [Theory]
    [InlineData("\"sent\":", "\"sentt\":")] // an unknown member, and a missing one
    [InlineData("\"gates\": [],", "")]
    [InlineData("\"isCause\": false", "\"isCausal\": false")]
    [InlineData("\"duration\": 5,", "\"duration\": 5e300,")]
    [InlineData("\"duration\": 5,", "\"duration\": \"long\",")]
    [InlineData("\"duration\": 5,", "\"duration\": -5,")]
    [InlineData("\"duration\": 5,", "\"duration\": 5, \"duration\": 5,")]
    [InlineData("\"sent\": 100067", "\"sent\": -1")]
    [InlineData("\"sent\": 100067", "\"sent\": 100068")]
    [InlineData("\"sent\": 1,", "\"sent\": 2,")] // of an endpoint
    [InlineData("\"200\": 100000", "\"200\": -1")]
    [InlineData("\"rps\": 20000", "\"rps\": \"NaN\"")]
    [InlineData("\"rps\": 20000", "\"rps\": \"Infinity\"")]
    [InlineData("\"gates\": []", "\"gates\": [null]")]
    [InlineData("\"isServerGc\": true", "\"isServerGc\": null")]
    [InlineData("\"severity\": \"Hint\"", "\"severity\": 7")]
    [InlineData("\"min\": ", "\"min\": -")]
    [InlineData("\"clamped\": ", "\"clamped\": -")]
    [InlineData("\"clamped\": ", "\"clamps\": ")]
    [InlineData("\"sumOfSquares\": ", "\"more\": 1, \"sumOfSquares\": ")]
    [InlineData("\"intervals\": {}", "\"intervals\": {\"length\": 1}")]
    [InlineData("\"batches\": []", "\"batches\": [[1,1,1,1,1,1,1,1,1,-1]]")]
    [InlineData("\"buckets\": [", "\"buckets\": [-1,")]
    [InlineData("\"buckets\": [", "\"buckets\": [1,1,")] // a count without its bucket
    public void One_that_was_changed_is_an_error(string part, string by)
    {
        var json = (MadeUp.Result(Latency(new System.Random(1))) with { Findings = part.Contains("isCause", StringComparison.Ordinal) || part.Contains("severity", StringComparison.Ordinal) ? [new("A", FindingSeverity.Hint, "B", "C")] : [] }).ToJson();
        Assert.Contains(part, json, StringComparison.Ordinal);

        var changed = part.EndsWith('[') && by.EndsWith("1,1,", StringComparison.Ordinal) ? json.Replace(part, part + "7,", StringComparison.Ordinal) : json.Replace(part, by, StringComparison.Ordinal);

        Assert.StartsWith("The JSON can't be read: ", Assert.Throws<FormatException>(() => LoadResult.FromJson(changed)).Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_byte_order_mark_is_no_part_of_it()
    {
        var json = MadeUp.Result(Latency(new System.Random(1))).ToJson();

        Assert.Equal(json, LoadResult.FromJson("\uFEFF" + json).ToJson());
    }

    [Fact]
    public void One_that_was_cut_is_an_error_wherever_it_ends()
    {
        var json = MadeUp.Result(Latency(new System.Random(1))).ToJson();

        for (var length = 0; length < json.Length - 1; length += 7)
        {
            Assert.Throws<FormatException>(() => LoadResult.FromJson(json[..length]));
        }
    }

    [Fact]
    public void Whatever_is_changed_is_an_error_or_can_be_shown() => Prop.ForAll(Gen.Choose(0, int.MaxValue).ToArbitrary(), seed =>
    {
        var random = new System.Random(seed);
        var (json, read) = random.Next(3) switch
        {
            0 => (Random(random).ToJson(), LoadResult.FromJson),
            1 => (Search(random).ToJson(), MaxRateResult.FromJson),
            _ => (new LoadExperimentResult([Variant("a", random), Variant("b", random)], "a").ToJson(), (Func<string, object>)LoadExperimentResult.FromJson),
        };
        var document = JsonNode.Parse(json)!;
        JsonNode[] all = [.. Below(document)];
        var changed = all[random.Next(all.Length)];
        if (random.Next(3) == 0 && changed.Parent is JsonObject owner)
        {
            owner.Remove(changed.GetPropertyName());
        }
        else
        {
            changed.ReplaceWith(random.Next(8) switch { 0 => -1, 1 => 1e300, 2 => 0.5, 3 => (JsonNode?)"NaN", 4 => true, 5 => new JsonArray(), 6 => new JsonObject(), _ => null });
        }

        try
        {
            var result = read(document.ToJsonString());
            _ = result.ToString();
            _ = (result as LoadResult)?.ToJson() ?? (result as MaxRateResult)?.ToJson() ?? ((LoadExperimentResult)result).ToJson() + ((LoadExperimentResult)result).ToMarkdown();
            _ = result is LoadResult judged ? Verdict(judged) : null;
        }
        catch (FormatException)
        {
            // It says what isn't whole.
        }
    }).Check(FixedInputs.Of(300));

    private static IEnumerable<JsonNode> Below(JsonNode node) => (node switch
    {
        JsonObject parts => parts.Select(p => p.Value),
        JsonArray parts => parts,
        _ => [],
    }).SelectMany(n => Below(n!).Prepend(n!));

    private static void AssertUnreadable<T>(string expected, Func<T> read) =>
        Assert.StartsWith($"The JSON can't be read: {expected}.", Assert.Throws<FormatException>(() => read()).Message, StringComparison.Ordinal);

    internal static VariantFigures Variant(string name, System.Random random) => new(
        name,
        [
            .. Enumerable.Range(0, random.Next(1, 8)).Select(_ => LoadSample.From(Random(random)) with
            {
                WorkingSetPeak = random.Next(),
                FirstFailure = random.Next(2) == 0 ? null : new FailureExample { Kind = FailureKind.Read, Request = "GET /", At = TimeSpan.FromTicks(random.Next()), Detail = "cut" },
            }),
        ],
        random.Next(3) switch { 0 => null, 1 => new RatioFigures(1.1, 0.9, double.PositiveInfinity), _ => new RatioFigures(random.NextDouble(), 0.1, random.NextDouble() * 9) })
    { IsTooWideByApps = random.Next(2) == 0 };

    internal static MaxRateResult Search(System.Random random) => new(
        random.NextDouble() * 1e5,
        "two tries",
        TimeSpan.FromTicks(random.Next()),
        Random(random),
        [
            .. Enumerable.Range(0, random.Next(6)).Select(i =>
            {
                var step = Random(random);
                var pacing = step.Pacing ?? new PacingFigures { Planned = 7, Unsent = 0, Late = 1, Lateness = step.Latency };
                return new MaxRateStep(random.NextDouble() * 1e5, step with { Pacing = pacing }, random.Next(2) == 0 ? "slow" : null);
            }),
        ]);

    private static string Verdict(LoadResult result)
    {
        try
        {
            return result.VerifyAsIs(_gates with { Endpoints = [], MaxAllocatedBytesPerRequest = 100 }).ToString();
        }
        catch (Exception e) when (e is LoadGateException or LoadTestException)
        {
            return e.Message;
        }
    }

    internal static LoadResult Random(System.Random random)
    {
        var latency = Latency(random);
        var made = MadeUp.Result(latency);
        var succeeded = random.Next(3) == 0 ? 0L : random.Next();
        var (browsed, ended) = (random.Next(5), random.Next(10));
        var iterations = random.Next(3) == 0 ? browsed + random.Next(5) : (int?)null;
        return made with
        {
            Duration = TimeSpan.FromTicks(random.NextInt64(1, 100_000_000)),
            Rps = random.NextDouble() * 1e5,
            Succeeded = succeeded,
            Sent = succeeded + made.InFlightAtEnd,
            WasCancelled = random.Next(4) == 0,
            HasAppExited = random.Next(4) == 0,
            UnservedConnections = random.Next(10),
            Iterations = iterations,
            IterationsEnded = ended,
            Scenarios = iterations is not { } begun || random.Next(2) == 0 ? null :
            [
                new() { Name = "browse", Iterations = browsed, IterationsEnded = 0, IsInMix = true },
                new() { Name = "buy", Iterations = begun - browsed, IterationsEnded = ended },
            ],
            Latency = new LatencyFigures(latency, random.Next(2) == 0 ? Latency(random) : null),
            Pacing = random.Next(2) == 0 ? null : new PacingFigures
            {
                Planned = random.Next(),
                Unsent = random.Next(100),
                UnsentForGenerator = random.Next(10),
                Late = random.Next(100),
                LateForConnection = random.Next(10),
                Lateness = new LatencyFigures(Latency(random)),
            },
            Memory = new MemoryFigures
            {
                AllocatedBytes = random.NextInt64(),
                Allocation = random.Next(2) == 0 ? null : new AllocationFigures { BytesPerRequest = random.NextDouble() * 1e4, Windows = [random.NextDouble()], Types = [new AllocatedType("System.String", random.NextDouble())], SampledBytes = random.Next() },
                Retention = new RetentionFigures { WhyNotMeasured = random.Next(2) == 0 ? "no" : null },
            },
            Batches = [.. Enumerable.Range(0, random.Next(40)).Select(_ => new Batch(TimeSpan.FromTicks(random.Next()), random.Next(), random.NextDouble() * 1e9, random.Next(), random.Next(), random.Next()) { P90 = random.Next(), P999 = random.Next(), Latencies = random.Next(), IsIdle = random.Next(2) == 0 })],
            Intervals = Intervals(random),
            Findings = random.Next(2) == 0 ? [] : [new("NotSteady", FindingSeverity.Warning, "Häh?\u202e<script>", "\0") { Explains = random.Next(2) == 0 ? double.PositiveInfinity : 1.5, IsCause = random.Next(2) == 0 }],
            EarlierAttempts = random.Next(4) == 0 ? [made] : [],
        };
    }

    private static LoadInterval[] Intervals(System.Random random)
    {
        var hasMemory = random.Next(2) == 0;
        return [.. Enumerable.Range(0, random.Next(50)).Select(i => new LoadInterval { Start = i * TimeSpan.FromMilliseconds(10), Length = TimeSpan.FromMilliseconds(10), Succeeded = random.Next(), Failed = random.Next(), MeanLatency = TimeSpan.FromTicks(random.Next()), MaxLatency = TimeSpan.FromTicks(random.Next()), Memory = hasMemory ? Memory(random) : null })];
    }

    private static IntervalMemory Memory(System.Random random) => new()
    {
        Gen0Collections = random.Next(),
        Gen1Collections = random.Next(),
        Gen2Collections = random.Next(),
        Gen0Bytes = random.NextInt64(1L << 40),
        Gen1Bytes = random.NextInt64(1L << 40),
        Gen2Bytes = random.NextInt64(1L << 40),
        LargeBytes = random.NextInt64(1L << 40),
    };

    private static LatencyHistogram Latency(System.Random random)
    {
        var latency = new LatencyHistogram();
        for (var i = random.Next(300); i >= 0; i--)
        {
            latency.Record((long)Math.Pow(2, random.NextDouble() * 43));
        }

        return latency;
    }
}
