using ThroughputKit.Gates;
using ThroughputKit.Recording;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Gates;

/// <summary>Gates on one request of a test, judged by its own figures.</summary>
public class EndpointRulesTests
{
    private static readonly LoadResult _result = MadeUp.Result(Of(milliseconds: 1)) with
    {
        Endpoints = [Endpoint("catalogue", 1), Endpoint("orders", 30), Endpoint("silent", 1) with { Sent = 3, Succeeded = 0, Rps = 0, Latency = new(new LatencyHistogram()) }],
    };

    [Theory]
    [InlineData(true, null, "Measure for longer, or give it a larger weight")]
    [InlineData(true, 3L, "Send more requests, or give it a larger weight")]
    [InlineData(false, null, null)] // left out
    [InlineData(false, 3L, null)]
    public void No_gate_passes_if_a_request_of_the_mix_was_never_sent(bool isInMix, long? planned, string? remedy)
    {
        var result = _result with
        {
            RequestsPlanned = planned,
            Endpoints = [.. _result.Endpoints.Take(2), Endpoint("rare", 1) with { Sent = 0, Succeeded = 0, IsInMix = isInMix }],
        };

        var verdict = GateJudge.JudgeEligible(result, new() { MinRps = 1 });

        Assert.Equal(remedy is not null, verdict.Failed.Any(g => $"{g}".EndsWith($"rare was never sent, so the mix was not measured as it is. {remedy}", StringComparison.Ordinal)));
    }

    [Fact]
    public void A_gate_is_judged_by_the_figures_of_its_request()
    {
        var verdict = Judge(_result, "orders", new() { MaxP99LatencyMs = 20, MinRps = 1_000, MaxMeanLatencyMs = 60 });

        Assert.Equal(["orders: MinRps", "orders: MaxMeanLatencyMs", "orders: MaxP99LatencyMs"], verdict.Gates.Where(g => g.Gate != "MaxFailures").Select(g => g.Gate));
        Assert.StartsWith("orders: MaxP99LatencyMs: 30.", Assert.Single(verdict.Failed).ToString(), StringComparison.Ordinal);
        Assert.True(verdict.MayChange);
    }

    [Fact]
    public void It_does_not_limit_the_others() => Assert.Empty(Judge(_result, "catalogue", new() { MaxP99LatencyMs = 20 }).Failed);

    [Fact]
    public void It_fails_only_if_each_attempt_does()
    {
        var fast = _result with { Endpoints = [Endpoint("catalogue", 1), Endpoint("orders", 5)] };

        Assert.Empty(Judge(_result with { EarlierAttempts = [fast, _result] }, "orders", new() { MaxP99LatencyMs = 20 }).Failed);
        Assert.Contains(
            "; 3 attempts: 30.", Assert.Single(Judge(_result with { EarlierAttempts = [_result, _result] }, "orders", new() { MaxP99LatencyMs = 20 }).Failed).Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Without_a_success_there_is_nothing_to_judge() => Assert.Equal(
        "silent: MaxP99LatencyMs: no request of silent succeeded (3 sent), so there is nothing to judge",
        Assert.Single(Judge(_result, "silent", new() { MaxP99LatencyMs = 20 }).Failed).ToString());

    [Fact]
    public void Nor_are_failures_within_their_limit_then()
    {
        var unsent = _result with { Endpoints = [Endpoint("unsent", 1) with { Sent = 0, Succeeded = 0, Rps = 0, Latency = new(new LatencyHistogram()) }] };

        Assert.Equal(
            ["unsent: MaxFailures: no request of unsent succeeded (0 sent), so there is nothing to judge", "unsent: MaxFailurePercent: no request of unsent succeeded (0 sent), so there is nothing to judge"],
            Judge(unsent, "unsent", new() { MaxFailures = 5, MaxFailurePercent = 5 }).Failed.Select(g => g.ToString()));
        Assert.Equal("silent: MaxFailures", Assert.Single(GateJudge.Judge(_result, Gates("silent", new() { MaxFailures = 5 })).Failed).Gate);
    }

    [Fact]
    public void Failures_are_limited_only_if_a_limit_is_set()
    {
        var failing = _result with { Endpoints = [Endpoint("orders", 1) with { Failed = 2 }] };

        Assert.Empty(Judge(failing, "orders", new() { MaxP99LatencyMs = 20 }).Failed);
        Assert.Equal("orders: MaxFailures", Assert.Single(Judge(failing, "orders", new() { MaxFailures = 1 }).Failed).Gate);
    }

    [Fact]
    public void A_result_as_it_stands_is_judged_by_them_too() =>
        Assert.Equal("orders: MaxP99LatencyMs", Assert.Single(GateJudge.Judge(_result, Gates("orders", new() { MaxP99LatencyMs = 20 })).Failed).Gate);

    [Theory]
    [InlineData("MaxGen2Collections is set for 'orders'. Expected: a gate on a figure that each request has: MaxFailures, MaxFailurePercent, MaxDatabaseCommandsPerRequest, MaxHttpRequestsPerRequest, MaxExceptionsPerRequest, MinRps, MaxMeanLatencyMs, MaxP50LatencyMs, MaxP90LatencyMs, MaxP95LatencyMs, MaxP99LatencyMs, MaxP999LatencyMs, MaxLatencyMs, MaxAllocatedBytesPerRequest. This figure is known only of all requests together. Set it for the whole test.", 1, null)]
    [InlineData("orders: MinRps is -1. Expected: above zero, and finite. Leave the gate out if you don't need it.", null, -1.0)]
    [InlineData("No gate of 'orders' is set. Expected: one gate or more. Set a limit, such as MaxP99LatencyMs, or leave the gates of it out.", null, null)]
    public void Gates_that_can_not_be_judged_are_errors(string expected, int? collections, double? rps) =>
        Assert.Equal([expected], GateRules.Check(Gates("orders", new() { MaxGen2Collections = collections, MinRps = rps })).Select(p => p.ToString()));

    [Fact]
    public void Allocated_bytes_are_those_of_the_request_that_was_sent_alone()
    {
        var result = Allocating(new() { BytesPerRequest = 11_000, Types = [new("Shop.Order", 0.9)] });

        Assert.Equal(
            $"orders: MaxAllocatedBytesPerRequest: 11,000.0 B allocated per request; limit 10,000.0 (10.0% over). Allocated types, sampled:{Environment.NewLine}    90% Order",
            Assert.Single(Judge(result, "orders", new() { MaxAllocatedBytesPerRequest = 10_000 }).Failed).ToString());
        Assert.Contains(Judge(result, "orders", new() { MaxAllocatedBytesPerRequest = 11_000 }).Passed, g => g.Gate == "orders: MaxAllocatedBytesPerRequest");
    }

    [Fact]
    public void Bytes_that_vary_from_process_to_process_are_inconclusive_close_to_the_limit() => Assert.Contains(
        "vary by up to 2%",
        Assert.Single(Judge(Allocating(new() { BytesPerRequest = 20_000 }), "orders", new() { MaxAllocatedBytesPerRequest = 20_100 }).Inconclusive).Message, StringComparison.Ordinal);

    [Fact]
    public void Bytes_that_were_not_measured_are_not_judged_by_those_of_all_requests()
    {
        var (gates, failed) = (new LoadGates { MaxAllocatedBytesPerRequest = 1e9 }, new AllocationFigures { WhyNotMeasured = "The app began to stop." });
        var miscount = new Finding("Miscount", FindingSeverity.Warning, "None agreed.", "Fix it.") { Endpoint = "orders" };

        Assert.EndsWith(" The app began to stop.", Problem(Allocating(failed)), StringComparison.Ordinal);
        Assert.EndsWith(" None agreed. Fix it.", Problem(Allocating(new() { Windows = [1, 2_000] }) with { Findings = [miscount] }), StringComparison.Ordinal);
        Assert.StartsWith("orders: MaxAllocatedBytesPerRequest is set, but this run has no such figure.", Problem(_result), StringComparison.Ordinal);
        Assert.Throws<LoadTestException>(() => GateJudge.Judge(_result, Gates("orders", gates)));

        string Problem(LoadResult result)
        {
            var verdict = Judge(result, "orders", gates);
            Assert.DoesNotContain(verdict.Gates, g => g.Gate == "orders: MaxAllocatedBytesPerRequest");
            return Assert.Single(verdict.Problems).Problem.ToString();
        }
    }

    [Fact]
    public void After_a_mistake_in_the_set_up_bytes_are_not_judged()
    {
        var verdict = Judge(_result with { Findings = [new("DebugBuild", FindingSeverity.Error, "", "") { IsSetUpMistake = true }] }, "orders", new() { MaxAllocatedBytesPerRequest = 1 });

        Assert.Equal(["orders: MaxAllocatedBytesPerRequest"], verdict.NotJudged);
        Assert.Empty(verdict.Problems);
    }

    [Theory]
    [InlineData("orders", GateVerdict.Inconclusive, GateVerdict.Failed)]
    [InlineData("catalogue", GateVerdict.Failed, GateVerdict.Failed)]
    public void Only_what_was_found_of_a_request_that_was_sent_alone_excuses_it(string found, GateVerdict ofOrders, GateVerdict ofAll)
    {
        var result = Allocating(new() { BytesPerRequest = 600 }) with
        {
            Findings = [new("StillCompiling", FindingSeverity.Warning, "", "") { Explains = double.PositiveInfinity, Endpoint = found }],
        };

        var verdict = GateJudge.JudgeEligible(result, Gates("orders", new() { MaxAllocatedBytesPerRequest = 500 }) with { MaxAllocatedBytesPerRequest = 500 });

        Assert.Equal(ofOrders, verdict.Gates.Single(g => g.Gate == "orders: MaxAllocatedBytesPerRequest").Verdict);
        Assert.Equal(ofAll, verdict.Gates.Single(g => g.Gate == "MaxAllocatedBytesPerRequest").Verdict);
    }

    [Fact]
    public void Gates_that_are_set_twice_are_one_error() => Assert.Equal(
        [
            "There is more than one set of gates for 'orders'. Expected: one. Only the last would count. Put everything into one, and leave the others out. "
                + "Does a helper that several tests share set it too?",
        ],
        GateRules.Check(new() { Endpoints = [new("orders", new() { MinRps = 1 }), new("orders", new() { MinRps = 2 })] }).Select(p => p.ToString()));

    [Fact]
    public void The_name_must_be_that_of_one_request()
    {
        LoadRequest[] requests = [LoadRequest.Get("/items"), LoadRequest.Post("/orders").Named("orders"), LoadRequest.Get("/items")];

        Assert.Empty(EndpointRules.CheckNames(Gates("orders", new()), requests));
        Assert.Equal(
            ["Gates are set for 'oders', but no request has that name. Expected: the name of a request: GET /items, orders. Name the request with Named, or use its method and path."],
            EndpointRules.CheckNames(Gates("oders", new()), requests).Select(p => p.ToString()));
        Assert.Equal(
            ["Gates are set for 'GET /items', and 2 requests have that name. Expected: the name of one request. Give each a name of its own with Named."],
            EndpointRules.CheckNames(Gates("GET /items", new()), requests).Select(p => p.ToString()));
        Assert.Equal(
            ["Gates are set for 'POST /', whose weight is 0. Expected: gates on requests that are sent. Give it a weight, or leave its gates out."],
            EndpointRules.CheckNames(Gates("POST /", new()), [.. requests, LoadRequest.Post("/").WithWeight(0)]).Select(p => p.ToString()));
    }

    private static LoadResult Allocating(AllocationFigures orders) =>
        _result with { Endpoints = [.. _result.Endpoints.Select(e => e.Name == "orders" ? e with { Allocation = orders } : e)] };

    private static Verdict Judge(LoadResult result, string endpoint, LoadGates gates) => GateJudge.JudgeEligible(result, Gates(endpoint, gates));

    private static LoadGates Gates(string endpoint, LoadGates gates) => new() { Endpoints = [new(endpoint, gates)] };

    private static EndpointFigures Endpoint(string name, int milliseconds) => EndpointFigures.Unseen(name) with
    {
        Sent = 2_000,
        Succeeded = 2_000,
        Rps = 10_000,
        Latency = new(Of(milliseconds)),
    };

    private static LatencyHistogram Of(int milliseconds)
    {
        var latency = new LatencyHistogram();
        for (var i = 0; i < 2_000; i++)
        {
            latency.Record(milliseconds * 1_000_000L);
        }

        return latency;
    }
}
