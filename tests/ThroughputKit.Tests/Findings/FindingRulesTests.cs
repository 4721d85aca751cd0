using ThroughputKit.Findings;
using ThroughputKit.Recording;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Findings;

/// <summary>FindingRules from made-up facts: each alone, and none without a reason.</summary>
public class FindingRulesTests
{
    private const string WithoutConnection =
        "# requests had to wait because all 64 connections were in use. Raise o.Connections; if that doesn't help, the rate is higher than the app can handle.";

    private const string WithoutProcessor = "% requests were late although a connection was free: the generator had to wait for the processor";
    private const string More = " Lower the rate, or stop other work on the machine.";

    private static readonly LoadResult _good = MadeUp.Result(new LatencyHistogram());

    [Fact]
    public void There_are_no_findings_without_a_reason() => Assert.Empty(Examine(_good));

    [Fact]
    public void An_app_that_was_not_steady()
    {
        var finding = Assert.Single(Examine(_good with
        {
            WarmUp = new WarmUpFigures { Duration = TimeSpan.FromSeconds(10), IsSteady = false, Reason = "throughput changed by +42% within the last second" },
        }));

        Assert.Equal(
            "Warning NotSteady: The app was not steady when the window began: throughput changed by +42% within the last second. "
            + "Allow a longer warm-up, with .With(o => o.MaxWarmUp = TimeSpan.FromSeconds(30)).",
            finding.ToString());
    }

    [Fact]
    public void A_runtime_whose_count_of_allocated_bytes_fell()
    {
        var finding = Assert.Single(Examine(_good with { Memory = _good.Memory with { AllocatedBytes = null, AllocatedBytesPerRequest = null } }));

        Assert.Equal(
            "Warning Miscount: The runtime's count of allocated bytes fell while the app was measured, so they are not available. The server garbage collector removes heaps "
            + "when the load changes (DATAS), and the runtime then no longer counts what they allocated. Set GarbageCollectionAdaptationMode to 0 in the project that runs the app. "
            + "For a published app: ForPublished(folder, app => app.DynamicGc = false).",
            finding.ToString());
    }

    [Theory]
    [InlineData(true, "the server garbage collector removed heaps when the load changed (DATAS)")]
    [InlineData(false, "Look for requests that allocate more over time, and for allocations that don't come from requests")]
    public void Windows_that_do_not_agree_on_the_allocated_bytes(bool isServerGc, string cause)
    {
        var finding = Assert.Single(Examine(Allocating(new() { Windows = [1, 2_000] }) with { Environment = _good.Environment with { IsServerGc = isServerGc } }));

        Assert.StartsWith("Warning Miscount: No two windows agreed on the allocated bytes per request, so they are not available", finding.ToString(), StringComparison.Ordinal);
        Assert.Contains(cause, finding.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public void Windows_that_agree_or_that_were_not_measured_are_not_a_miscount()
    {
        Assert.Empty(Examine(Allocating(new() { BytesPerRequest = 1, Windows = [1, 1], BackgroundShare = 0.1 })));
        Assert.Empty(Examine(Allocating(new() { WhyNotMeasured = "the app began to stop" })));
    }

    [Fact]
    public void Background_allocations_that_are_a_large_share() => Assert.Equal(
        "Warning Background: The process allocates 5,000,000 B per second without any requests. This background was subtracted from the bytes per request; it was 25% of all allocations. "
        + "Turn off background work for the test: under load it may allocate more or less than when idle.",
        Assert.Single(Examine(Allocating(new() { BytesPerRequest = 1, BackgroundBytesPerSecond = 5_000_000, BackgroundShare = 0.25 }))).ToString());

    [Fact]
    public void Code_that_was_still_being_compiled_when_allocated_bytes_were_measured() => Assert.StartsWith(
        "Warning StillCompiling: Code was still being compiled when allocated bytes were measured: 1,234 methods in the 5 s before.",
        Assert.Single(Examine(Allocating(new() { BytesPerRequest = 1, MethodsStillCompiled = 1_234 }))).ToString(), StringComparison.Ordinal);

    [Fact]
    public void Requests_that_were_sent_alone_have_findings_of_their_own()
    {
        var one = _good.Endpoints[0];
        var findings = Examine(_good with
        {
            Endpoints =
            [
                one with { Name = "a", Allocation = new() { Windows = [1, 2_000] } },
                one with { Name = "b", Allocation = new() { BytesPerRequest = 1, MethodsStillCompiled = 9, BackgroundShare = 0.25 } },
                one with { Name = "c", Allocation = new() { BytesPerRequest = 1 } },
            ],
        });

        Assert.Equal([("Miscount", "a"), ("Background", "b"), ("StillCompiling", "b")], findings.Select(f => (f.Name, f.Endpoint)));
        Assert.StartsWith("Warning Miscount: a, sent alone: No two windows agreed", findings[0].ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public void An_app_with_unknown_memory_has_no_miscount() => Assert.Empty(Examine(_good with { Memory = new MemoryFigures() }));

    [Fact]
    public void A_run_that_overlaps_another() => Assert.Equal("Overlap", Assert.Single(Examine(_good with { OverlappedAnotherRun = true })).Name);

    [Fact]
    public void An_app_that_stopped_on_its_own() =>
        Assert.Equal("AppStopped", Assert.Single(Examine(_good, stoppedByItself: true)).Name);

    [Fact]
    public void An_app_that_did_not_stop() => Assert.Equal(
        "The app could not be stopped: it was still stopping after 10 s. It may still be running in this process.",
        Assert.Single(Examine(_good, stopProblem: "it was still stopping after 10 s")).Message);

    [Fact]
    public void The_most_severe_come_first() => Assert.Equal(
        ["AppStopped", "StopFailed"], Examine(_good, stoppedByItself: true, stopProblem: "it hung").Select(f => f.Name));

    [Theory]
    [InlineData(0.94, false)]
    [InlineData(0.96, true)]
    public void A_generator_that_was_always_busy(double share, bool expected)
    {
        var finding = Examine(_good with { Generator = new GeneratorFigures { BusyShare = share } }).SingleOrDefault();

        Assert.Equal(expected ? "The generator, not the app, was the bottleneck: its own threads were busy for 96% of the time." : null, finding?.Message);
    }

    [Fact]
    public void A_generator_that_was_always_busy_by_estimate() => Assert.Equal(
        "The generator, not the app, was the bottleneck: it took 97% of the processor time of all cores (estimated from that of the test's process).",
        Assert.Single(Examine(_good with { Generator = new GeneratorFigures { BusyShare = 0.97, IsEstimate = true } }), f => f.Name == "GeneratorBound").Message);

    [Theory]
    [InlineData(LoadEngine.Socket, "epoll can't be used: Operation not permitted", FindingSeverity.Warning, "The slower socket engine was used, because epoll can't be used: Operation not permitted.")]
    [InlineData(LoadEngine.Socket, "OpenSSL can't be loaded: no", FindingSeverity.Warning, "The slower socket engine was used, because OpenSSL can't be loaded: no.")]
    [InlineData(LoadEngine.Epoll, "io_uring can't be used: no", FindingSeverity.Hint, "The slower epoll engine was used, because io_uring can't be used: no.")]
    public void An_engine_that_could_not_be_used(LoadEngine used, string reason, FindingSeverity severity, string expected)
    {
        var finding = Assert.Single(Examine(_good with { Generator = new GeneratorFigures { Engine = used, WhyNotFaster = reason } }));

        Assert.Equal(("SlowerEngine", severity, expected), (finding.Name, finding.Severity, finding.Message));
    }

    [Theory]
    [InlineData(9, 1, false)]
    [InlineData(9, 2, true)]
    public void A_rate_that_was_not_kept(long late, long unsent, bool expected)
    {
        var pacing = new PacingFigures { Planned = 1_000, Late = late, Unsent = unsent, Lateness = new LatencyFigures(new LatencyHistogram()) };

        var finding = Examine(_good with { Pacing = pacing }).SingleOrDefault();

        Assert.Equal(
            expected ? "The set rate was not kept: of 1,000 planned requests, 9 were sent more than 1 ms late and 2 were not sent (lateness p99 0.00 ms)." : null, finding?.Message);
    }

    [Theory]
    [InlineData(LoadEngine.Epoll, 500, 20, WithoutConnection)]
    [InlineData(LoadEngine.Epoll, 20, 0, WithoutProcessor + "." + More)]
    [InlineData(LoadEngine.Socket, 20, 0, WithoutProcessor + " or for a timer." + More)]
    [InlineData(LoadEngine.Epoll, 300, 20, WithoutConnection + " " + WithoutProcessor + "." + More)]
    public void A_rate_that_was_not_kept_names_the_remedy_that_applies(LoadEngine engine, long forConnection, long unsent, string expected)
    {
        var pacing = new PacingFigures { Planned = 1_000, Late = 505, LateForConnection = forConnection, Unsent = unsent, Lateness = new LatencyFigures(new LatencyHistogram()) };

        var finding = Assert.Single(Examine(_good with { Pacing = pacing, Generator = new GeneratorFigures { Engine = engine } }));

        Assert.Equal(
            expected.Replace("#", $"{forConnection + unsent}", StringComparison.Ordinal).Replace("%", $"{505 - forConnection}", StringComparison.Ordinal), finding.Remedy);
    }

    [Fact]
    public void One_request_is_told_in_the_singular()
    {
        var pacing = new PacingFigures { Planned = 10, Late = 1, LateForConnection = 0, Unsent = 1, Lateness = new LatencyFigures(new LatencyHistogram()) };

        var finding = Assert.Single(Examine(_good with { Pacing = pacing }));

        Assert.Contains(": of 10 planned requests, 1 was sent more than 1 ms late and 1 was not sent ", finding.Message, StringComparison.Ordinal);
        Assert.Contains("1 request had to wait because all", finding.Remedy, StringComparison.Ordinal);
        Assert.Contains("1 request was late although a connection was free", finding.Remedy, StringComparison.Ordinal);
    }

    [Fact]
    public void A_rate_that_was_not_kept_over_HTTP2_names_the_streams()
    {
        var pacing = new PacingFigures { Planned = 10, Late = 0, Unsent = 1, Lateness = new LatencyFigures(new LatencyHistogram()) };

        var finding = Assert.Single(Examine(_good with { Pacing = pacing, Connections = 4, StreamsPerConnection = 16 }));

        Assert.StartsWith("1 request had to wait because all 64 streams were in use. ", finding.Remedy, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(10, LoadEngine.Epoll, null)]
    [InlineData(11, LoadEngine.Epoll, "The generator had to wait for the processor. Let fewer users send, or stop other work on the machine.")]
    [InlineData(11, LoadEngine.Socket, "The generator had to wait for the processor or for a timer. Let fewer users send, or stop other work on the machine.")]
    public void Pauses_that_were_not_kept(long late, LoadEngine engine, string? remedy)
    {
        var lateness = new LatencyHistogram();
        lateness.Record(2_000_000);
        var pauses = new PauseFigures { Count = 1_000, Late = late, Lateness = new LatencyFigures(lateness) };

        var finding = Examine(_good with { Pauses = pauses, Generator = new GeneratorFigures { Engine = engine } }).SingleOrDefault();

        Assert.Equal(
            remedy is null ? null : $"Warning LateSends: The pauses were not kept: of 1,000 that ended, 11 were more than 1 ms too long (lateness p99 2.00 ms). {remedy}",
            finding?.ToString());
    }

    [Theory]
    [InlineData(10, false)]
    [InlineData(11, true)]
    public void A_rate_that_the_generator_could_not_send_is_not_blamed_on_the_app(long unsent, bool expected)
    {
        var pacing = new PacingFigures { Planned = 1_000, Late = 5, Unsent = 20, UnsentForGenerator = unsent, Lateness = new LatencyFigures(new LatencyHistogram()) };

        Assert.Equal(expected, Assert.Single(Examine(_good with { Pacing = pacing })).Explains > 1);
    }

    [Theory]
    [InlineData("1", true)]
    [InlineData("0", false)]
    [InlineData(null, false)]
    public void A_profiler_is_recognized_by_its_environment_variable(string? value, bool expected)
    {
        var finding = BuildFindings.ProfilerAttached(name => name == "CORECLR_ENABLE_PROFILING" ? value : null);

        Assert.Equal(expected, finding is { Name: "ProfilerAttached", IsSetUpMistake: true });
    }

    private static LoadResult Allocating(AllocationFigures allocation) => _good with { Memory = _good.Memory with { Allocation = allocation } };

    // Made-up facts say nothing of how these tests were built and where they run.
    private static IReadOnlyList<Finding> Examine(LoadResult result, bool stoppedByItself = false, string? stopProblem = null) =>
        [.. FindingRules.Examine(MadeUp.Facts(result, stoppedByItself, stopProblem)).Where(f => f.Name != "DebugBuild")];
}
