using ThroughputKit.Baselines;
using ThroughputKit.Baselines.Files;
using ThroughputKit.Counting;
using ThroughputKit.Traffic;

namespace ThroughputKit.Tests.Baselines;

/// <summary>Each exact figure at and beyond its tolerance, and each setting that differs.</summary>
public class BaselineJudgeTests
{
    private const string Approve = "or approve again: set the environment variable THROUGHPUTKIT_APPROVE to 1 and run the test.";

    public static TheoryData<LoadResult, string> OtherSettings => new()
    {
        { Measured.Result() with { Connections = 32 }, $"32 connections. Expected: 64 connections, as approved. Set o.Connections back, {Approve}" },
        { Measured.With(s => s with { Rate = LoadRate.From(5_000) }), $"rate 5000 (requests per second). Expected: no set rate, as approved. Set AtRate back, {Approve}" },
        { Measured.With(s => s with { WarmsUp = false }), $"no warm-up. Expected: a warm-up, as approved. Set o.WarmUp back, {Approve}" },
        { Measured.Result() with { Generator = new() { Engine = LoadEngine.Socket } }, $"the Socket engine. Expected: the Epoll engine, as approved. Set o.Engine to it (Epoll needs Linux, Socket runs on every system), {Approve}" },
        { Measured.With(s => s with { Options = new() { Engine = LoadEngine.Uring } }) with { Generator = new() { Engine = LoadEngine.Uring } }, $"the Uring engine. Expected: the Epoll engine, as approved. Set o.Engine to it (Epoll needs Linux, Socket runs on every system), {Approve}" },
        { Measured.With(s => s with { Place = AppPlace.OwnProcess }), $"an app in its own process. Expected: an app in the test process, as approved. Load it as before (For, ForPublished or Against), {Approve}" },
        { Measured.In(e => e with { IsServerGc = true }), $"the garbage collector 'server, adapting'. Expected: the garbage collector 'workstation', as approved. Set ServerGarbageCollection and GarbageCollectionAdaptationMode back, {Approve}" },
        { Measured.In(e => e with { Runtime = ".NET 11.0.0" }), $".NET 11. Expected: .NET 10, as approved. A different major version allocates differently. Run on the same version, {Approve}" },
        { Measured.With(s => s with { Requests = [.. s.Requests, LoadRequest.Get("/")] }), $"2 different requests. Expected: 1 different request, as approved. Send the approved requests, the same in every run, {Approve}" },
        { Measured.With(s => s with { Requests = [LoadRequest.Get("/orders")] }), $"GET /orders. Expected: POST /orders, headers Content-Type, a body of 2 B (SHA-256 44136fa3), as approved. Send the approved requests, the same in every run, {Approve}" },
        { Measured.With(s => s with { Requests = [LoadRequest.Post("/orders").WithJsonText("[]")] }), $"POST /orders, headers Content-Type, a body of 2 B (SHA-256 4f53cda1). Expected: POST /orders, headers Content-Type, a body of 2 B (SHA-256 44136fa3), as approved. Send the approved requests, the same in every run, {Approve}" },
        { Measured.With(s => s with { Requests = [Measured.Request.WithHeader("Accept-Encoding", "br")] }), $"POST /orders, headers Content-Type, Accept-Encoding, a body of 2 B (SHA-256 44136fa3). Expected: POST /orders, headers Content-Type, a body of 2 B (SHA-256 44136fa3), as approved. Send the approved requests, the same in every run, {Approve}" },
        { Measured.With(s => s with { Kind = LoadKind.Chain, KeepCookies = [""] }), $"a chain, kept cookies. Expected: requests in turn, without cookies, as approved. Set AsChain, WithUsers, InRandomOrder and KeepCookies back, {Approve}" },
        { Measured.With(s => s with { Kind = LoadKind.Chain, KeepCookies = ["browse", "buy"] }), $"a chain, cookies kept in browse, cookies kept in buy. Expected: requests in turn, without cookies, as approved. Set AsChain, WithUsers, InRandomOrder and KeepCookies back, {Approve}" },
        { Measured.With(s => s with { Kind = LoadKind.Scenario, Scenarios = [("browse", 9), ("buy", 1)] }), $"a scenario, browse with weight 9, buy with weight 1. Expected: requests in turn, without cookies, as approved. Set AsChain, WithUsers, InRandomOrder and KeepCookies back, {Approve}" },
        { Measured.With(s => s with { IsOverHttps = true }), $"https. Expected: http, as approved. Set OverHttps back, {Approve}" },
        { Measured.With(s => s with { Options = new() { Protocol = LoadProtocol.Http2, StreamsPerConnection = 16 } }), $"HTTP/2 with 16 streams a connection. Expected: HTTP/1.1, as approved. Set o.Protocol and o.StreamsPerConnection back, {Approve}" },
        { Measured.With(s => s with { Options = new() { RequestsPerConnection = 10 } }), $"a new connection after 10 requests. Expected: connections that are kept, as approved. Set o.RequestsPerConnection back, {Approve}" },
        { Measured.With(s => s with { OrderSeed = 7 }), $"requests in random order (seed 7). Expected: requests in turn, without cookies, as approved. Set AsChain, WithUsers, InRandomOrder and KeepCookies back, {Approve}" },
        { Measured.With(s => s with { Data = LoadData.FromValues("id", ["1", "2"]).InRandomOrder(7) }), $"data id: 2 rows in random order (seed 7) (SHA-256 HASH). Expected: no data, as approved. Send the approved requests, the same in every run: set the data back, {Approve}" },
        { Measured.With(s => s with { Requests = [Measured.Request.Expect(201, 404).ExpectHeader("ETag")] }), $"POST /orders, headers Content-Type, a body of 2 B (SHA-256 44136fa3), expected: 201, 404; the header 'ETag' to exist. Expected: POST /orders, headers Content-Type, a body of 2 B (SHA-256 44136fa3), as approved. Send the approved requests, the same in every run, {Approve}" },
        { Measured.With(s => s with { Options = new() { IsSuccess = status => status is 101 or (>= 200 and < 400) } }), $"POST /orders, headers Content-Type, a body of 2 B (SHA-256 44136fa3), expected: 101, 200 to 399. Expected: POST /orders, headers Content-Type, a body of 2 B (SHA-256 44136fa3), as approved. Send the approved requests, the same in every run, {Approve}" },
    };

    public static TheoryData<LoadData> OtherData =>
    [
        LoadData.FromValues("id", ["1", "3"]),
        LoadData.FromValues("id", ["2", "1"]),
        LoadData.FromValues("id", ["1", "2", "3"]),
        LoadData.FromValues("n", ["1", "2"]),
        LoadData.FromValues("id", ["1", "2"]).InRandomOrder(1),
        LoadData.FromValues("id", ["1", "2"]).OnePerConnection(),
        LoadData.FromValues("id", ["1", "2"]).WithCounter("n"),
        LoadData.FromValues("id", ["1", "2"]).WithChoice("kind", 1, "a", "b"),
    ];

    public static TheoryData<LoadResult, string> Beyond => new()
    {
        { Measured.Allocating(1_010.1), "+10.1 B since approval: 1,010.1 B allocated per request, 1,000.0 approved; limit 1,010.0 (0.0% over)" },
        { Measured.Allocating(1_124), "+124.0 B since approval: 1,124.0 B allocated per request, 1,000.0 approved; limit 1,010.0 (11.3% over)" },
        {
            Measured.AllocatingApart(1_124),
            "+124.0 B since approval: 1,124.0 B allocated per request, 1,000.0 approved; limit 1,010.0 (11.3% over). "
            + $"Allocated types, sampled:{Environment.NewLine}    100% string"
        },
        { Measured.Transferring(sent: 150, received: 161), "161.0 B received per response, 152.0 approved; limit 160.0 (0.6% over)" },
        { Measured.Transferring(sent: 150, received: 20), "20.0 B received per response, 152.0 approved; minimum 144.0 (86.1% under)" },
        { Measured.Transferring(sent: 159, received: 152), "159.0 B sent per request, 150.0 approved; limit 158.0 (0.6% over)" },
        { Measured.Transferring(sent: 0, received: 152), "0.0 B sent per request, 150.0 approved; minimum 142.0 (100.0% under)" },
        { Measured.Result() with { Statuses = new Dictionary<int, long> { [200] = 100_000, [500] = 64 } }, "statuses 200, 500; approved: 200" },
        { Measured.Result() with { Statuses = new Dictionary<int, long> { [204] = 100_064 } }, "statuses 204; approved: 200" },
        { Measured.Result() with { Failed = 1 }, "0.001% of the requests failed, 0% approved; limit 0%" },
        { Measured.Result() with { ConnectionsOpened = 1_000 }, "0.009994 connections opened per request, 0 approved; limit 0.00064 (1,461.6% over)" },
        { Measured.Result() with { Memory = MemoryFigures.NotAvailable }, "1,000.0 B allocated per request approved, but this run has no such figure. Load the app with LoadTest.For or LoadTest.ForPublished" },
    };

    public static TheoryData<LoadResult> Within =>
    [
        Measured.Result(),
        Measured.AllocatingApart(1_000),
        Measured.Allocating(1_010),
        Measured.Allocating(990),
        Measured.Transferring(sent: 150, received: 160),
        Measured.Transferring(sent: 150, received: 144),
        Measured.Result() with { ConnectionsOpened = 64 }, // depends on the connections that the warm-up left closed
        Measured.Result() with { Duration = TimeSpan.FromSeconds(1), RequestsPlanned = 100_064 }, // figures are per request
        Measured.Result() with { Rps = 1 }, // timing
        Measured.Result() with { Generator = new() { Engine = LoadEngine.Uring } }, // chosen instead of epoll, with the same exact figures
        Measured.In(e => e with { Cpu = "Slow One", Cores = 64, OperatingSystem = "Windows", Runtime = ".NET 10.0.9" }),
    ];

    [Theory]
    [MemberData(nameof(Within), DisableDiscoveryEnumeration = true)]
    public void Holds_within_the_tolerance(LoadResult result) => Assert.True(Judge(result).Holds);

    [Fact]
    public void Reports_an_increase_within_the_tolerance() => Assert.Contains(
        "1,009.0 B allocated per request (limit 1,010.0; +9.0 B since approval, within the tolerance of 10.0 B)", Judge(Measured.Allocating(1_009)).Passed);

    [Theory]
    [MemberData(nameof(Beyond), DisableDiscoveryEnumeration = true)]
    public void Fails_beyond_the_tolerance(LoadResult result, string expected) => Assert.Equal(expected, Assert.Single(Judge(result).Failures).Message);

    [Fact]
    public void A_failure_has_its_value_and_limit()
    {
        Assert.Equal(
            new OutcomeFigures(1_124, 1_010, "B", IsFloor: false, "1,124.0 B allocated per request, 1,000.0 approved", "1,010.0"),
            Assert.Single(Judge(Measured.Allocating(1_124)).Failures).Figures);
        Assert.Equal(
            new OutcomeFigures(20, 144, "B", IsFloor: true, "20.0 B received per response, 152.0 approved", "144.0"),
            Assert.Single(Judge(Measured.Transferring(sent: 150, received: 20)).Failures).Figures);
        Assert.Null(Assert.Single(Judge(Measured.Result() with { Statuses = new Dictionary<int, long> { [204] = 100_064 } }).Failures).Figures);
    }

    [Fact]
    public void Counts_are_judged_exactly_if_the_baseline_has_them()
    {
        var (one, two) = (Counting(new CountFigures { ExceptionsPerRequest = 1 }), Counting(new CountFigures { ExceptionsPerRequest = 2 }));
        var unknown = Counting(new CountFigures { WhyUnknown = new Dictionary<CountKind, string> { [CountKind.Exceptions] = "It changes over time." } });
        var approved = BaselineEntry.Of(one);

        Assert.True(JudgeBy(approved, one).Holds);
        Assert.Equal("2.0 exceptions per request, 1.0 approved; limit 1.0 (100.0% over)", Assert.Single(JudgeBy(approved, two).Failures).Message);
        Assert.Equal(
            "1.0 exceptions per request approved, but this run has no such figure. It changes over time",
            Assert.Single(JudgeBy(approved, unknown).Excused).Message);
        Assert.Equal("2.0 exceptions per request, which wasn't known at approval", Assert.Single(Judge(two).Better)); // so that approving adds it
        Assert.True(JudgeBy(BaselineEntry.Of(unknown), unknown).Holds);

        static LoadResult Counting(CountFigures counts) => Measured.Result() with { Counts = counts };

        static BaselineJudge.Comparison JudgeBy(BaselineEntry approved, LoadResult result) =>
            BaselineJudge.Judge(result, approved, new BaselineTolerance(), "hello");
    }

    [Theory]
    [MemberData(nameof(OtherSettings), DisableDiscoveryEnumeration = true)]
    public void A_different_setting_is_a_problem_with_a_remedy(LoadResult result, string expected)
    {
        var comparison = Judge(result);

        var hash = result.Settings!.Data is null ? "" : BaselineEntry.Of(result).Settings.Data!.Split(' ')[^1].TrimEnd(')');
        Assert.Equal(
            "The settings differ from those of the baseline 'hello': " + expected.Replace("HASH", hash, StringComparison.Ordinal), Assert.Single(comparison.Problems).ToString());
        Assert.False(comparison.Holds);
        Assert.Empty(comparison.Passed);
    }

    [Theory]
    [MemberData(nameof(OtherData), DisableDiscoveryEnumeration = true)]
    public void Other_rows_columns_and_orders_are_not_compared(LoadData other)
    {
        var approved = BaselineEntry.Of(Measured.With(s => s with { Data = LoadData.FromValues("id", ["1", "2"]) }));

        Assert.Empty(BaselineJudge.Judge(Measured.With(s => s with { Data = LoadData.FromValues("id", ["1", "2"]) }), approved, new(), "").Problems);
        Assert.Single(BaselineJudge.Judge(Measured.With(s => s with { Data = other }), approved, new(), "").Problems);
    }

    [Theory]
    [InlineData(66)]
    [InlineData(194)] // 64 more or less, one per connection
    public void The_bytes_of_a_mix_do_not_depend_on_where_the_window_ended(long large)
    {
        var approved = BaselineEntry.Of(Measured.OfMix(130));

        Assert.True(BaselineJudge.Judge(Measured.OfMix(large), approved, new(), "").Holds);
        Assert.StartsWith("1,298.0 B received", Assert.Single(BaselineJudge.Judge(Measured.OfMix(large, bytesOfLarge: 120_000), approved, new(), "").Failures).Message, StringComparison.Ordinal);
    }

    [Fact]
    public void The_allocated_bytes_of_a_mix_may_vary_by_the_edges_unless_they_were_measured_in_whole_rounds()
    {
        var (mix, alone) = (Measured.OfMix(640), Measured.AllocatingApart(1_090).Memory);
        var approved = BaselineEntry.Of(mix);

        Assert.Empty(BaselineJudge.Judge(mix with { Memory = Measured.Allocating(1_100).Memory }, approved, new(), "").Failures);
        Assert.Single(BaselineJudge.Judge(mix with { Memory = Measured.Allocating(1_101).Memory }, approved, new(), "").Failures);
        Assert.Single(BaselineJudge.Judge(mix with { Memory = alone }, approved, new(), "").Failures);
    }

    [Theory]
    [InlineData(1_124, true)]
    [InlineData(2_500, false)] // more than code that isn't optimized yet explains
    public void What_a_finding_may_explain_is_neither_passed_nor_failed(double bytes, bool isExcused)
    {
        var compiling = new Finding("StillCompiling", FindingSeverity.Warning, "Code.", "Wait.") { Explains = 2 };

        var comparison = Judge(Measured.Found(Measured.Allocating(bytes), compiling));

        Assert.Equal((isExcused ? 1 : 0, isExcused ? 0 : 1, false), (comparison.Excused.Count, comparison.Failures.Count, comparison.Holds));
        Assert.EndsWith(isExcused ? "limit 1,010.0 (11.3% over). The app may not be at fault: see StillCompiling." : "(147.5% over)",
            comparison.Excused.Concat(comparison.Failures).Single().Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Every_different_setting_is_reported() =>
        Assert.Equal(2, Judge(Measured.With(s => s with { WarmsUp = false }) with { Connections = 1 }).Problems.Count);

    [Fact]
    public void Less_memory_is_reported_and_does_not_fail()
    {
        var comparison = Judge(Measured.Allocating(700));

        Assert.Empty(comparison.Failures);
        Assert.Equal("700.0 B allocated per request, 1,000.0 approved: 300.0 (30.0%) better", Assert.Single(comparison.Better));
        Assert.False(comparison.Holds);
    }

    [Fact]
    public void The_larger_of_bytes_and_percent_is_allowed()
    {
        Assert.Empty(Judge(Measured.Allocating(1_100), new() { Bytes = 100, Percent = 0 }).Failures);
        Assert.Empty(Judge(Measured.Allocating(1_100), new() { Bytes = 0, Percent = 10 }).Failures);
        Assert.NotEmpty(Judge(Measured.Allocating(1_100.1), new() { Bytes = 100, Percent = 10 }).Failures);
        Assert.NotEmpty(Judge(Measured.Allocating(1_000.1), new() { Bytes = 0, Percent = 0 }).Failures);
    }

    [Fact]
    public void A_percentage_that_is_set_fails_a_large_request_and_says_what_a_process_may_add()
    {
        var approved = BaselineEntry.Of(Measured.Allocating(28_324.3));

        Assert.Equal(
            ["+104.0 B since approval: 28,428.3 B allocated per request, 28,324.3 approved; limit 28,352.6 (0.3% over); two processes of the same code may differ by up to 566.5 B"],
            BaselineJudge.Judge(Measured.Allocating(28_428.3), approved, new() { Percent = 0.1 }, "").Failures.Select(f => f.Message));
        Assert.Empty(BaselineJudge.Judge(Measured.Allocating(28_428.3), approved, new(), "").Failures);
    }

    [Fact]
    public void An_approved_share_of_failures_may_vary_by_the_edges_of_the_window()
    {
        var approved = BaselineEntry.Of(Measured.Result() with { Failed = 25_016 });

        Assert.Empty(BaselineJudge.Judge(Measured.Result() with { Failed = 25_100 }, approved, new() { Percent = 0 }, "").Better);
        Assert.Empty(BaselineJudge.Judge(Measured.Result() with { Failed = 25_050 }, approved, new() { Percent = 0 }, "").Failures);
        Assert.Single(BaselineJudge.Judge(Measured.Result() with { Failed = 25_100 }, approved, new() { Percent = 0 }, "").Failures);
        Assert.Single(BaselineJudge.Judge(Measured.Result(), approved, new(), "").Better);
    }

    [Fact]
    public void Passed_figures_are_reported_with_their_limits() => Assert.Equal(
        [
            "1,000.0 B allocated per request (limit 1,010.0)", "152.0 B received per response (144.0 to 160.0)", "150.0 B sent per request (142.0 to 158.0)",
            "0% of the requests failed (limit 0%)", "0 connections opened per request (limit 0.00064)", "statuses 200",
        ],
        Judge(Measured.Result()).Passed);

    [Fact]
    public void Memory_of_a_remote_app_is_not_judged()
    {
        var result = Measured.Result() with { Memory = MemoryFigures.NotAvailable };

        Assert.True(BaselineJudge.Judge(result, BaselineEntry.Of(result), new(), "").Holds);
    }

    [Fact]
    public void A_changing_rate_is_a_setting_too()
    {
        var rate = LoadRate.From(100).Hold(TimeSpan.FromSeconds(1.5)).RampTo(500, TimeSpan.FromSeconds(2));

        Assert.Equal("100 for 1.5 s, 100 to 500 in 2 s", BaselineEntry.Of(Measured.With(s => s with { Rate = rate })).Settings.Rate);
    }

    [Theory]
    [InlineData(".NET 10.0.1", ".NET 10")]
    [InlineData(".NET 11.0.0-preview.1", ".NET 11")]
    [InlineData("Mono", "Mono")]
    public void Only_the_major_version_of_the_runtime_counts(string runtime, string expected) => Assert.Equal(expected, BaselineSettings.Major(runtime));

    private static BaselineJudge.Comparison Judge(LoadResult result, BaselineTolerance? tolerance = null) =>
        BaselineJudge.Judge(result, Measured.Baseline(), tolerance ?? new(), "'hello'");
}
