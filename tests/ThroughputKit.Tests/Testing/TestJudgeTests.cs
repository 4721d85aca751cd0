using ThroughputKit.Gates;
using ThroughputKit.Recording;
using ThroughputKit.Testing;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Testing;

/// <summary>The verdict on results: passed, failed, or not judged.</summary>
public class TestJudgeTests
{
    private static readonly Finding _debug = new("DebugBuild", FindingSeverity.Warning, "Built without optimizations: Shop.", "Build in Release, with -c Release.")
    {
        IsSetUpMistake = true,
    };

    private static readonly LoadResult _good = MadeUp.Result(new LatencyHistogram());
    private static readonly LoadResult _misconfigured = _good with { Findings = [_debug] };
    private static readonly LoadGates _unreachable = new() { MinRps = 1e9, MaxAllocatedBytesPerRequest = 0 };

    private readonly List<string> _output = [];

    [Fact]
    public void A_pass_reports_measured_values_and_limits()
    {
        var outcome = Judge(_good, new() { MinRps = 10_000, MaxAllocatedBytesPerRequest = 600 });

        Assert.Equal(new TestOutcome(null, null), outcome);
        Assert.Equal([_good.ToString(), "  Passed      MaxFailures: 0 failed requests (limit 0); MinRps: 20,000 RPS (minimum 10,000); MaxAllocatedBytesPerRequest: 536.6 B allocated per request (limit 600.0)"], _output);
    }

    [Fact]
    public void All_gates_fail_together()
    {
        var slow = _good with { Rps = 10, Failed = 1 };

        var exception = Assert.Throws<LoadGateException>(() => Judge(slow, new() { MinRps = 10_000, MaxFailures = 0 }));

        Assert.Equal(
            $"""
            2 gates failed:
            - MaxFailures: 1 failed request; limit 0
            - MinRps: 10 RPS; minimum 10,000 (99.9% under). This would have passed with a minimum of 7.05.

            {slow}
            """,
            exception.Message);
    }

    [Fact]
    public void A_gate_on_an_unknown_figure_is_an_error_that_keeps_the_measurements()
    {
        var elsewhere = _good with { Memory = MemoryFigures.NotAvailable };

        var exception = Assert.Throws<LoadTestException>(() => Judge(elsewhere, new() { MaxGen2Collections = 5 }));

        Assert.StartsWith("The test could not be judged. MaxGen2Collections is set, but this run has no such figure.", exception.Message, StringComparison.Ordinal);
        Assert.Equal(elsewhere.ToString(), _output[0]);
    }

    [Fact]
    public void A_mistake_in_the_set_up_leaves_timing_and_memory_unjudged()
    {
        const string Reason =
            """
            Inconclusive: not judged: MinRps, MaxAllocatedBytesPerRequest.
            - Warning DebugBuild: Built without optimizations: Shop. Build in Release, with -c Release.
            """;

        Assert.Equal(new TestOutcome(null, Reason) { IsInconclusive = true }, Judge(_misconfigured, _unreachable));
        Assert.Equal(Reason, _output[^1]);
        Assert.Equal(new TestOutcome($"{Reason}\n\n{_misconfigured}", null), Judge(_misconfigured, _unreachable, InconclusivePolicy.Skip));
        Assert.Equal(Reason, Assert.Throws<LoadInconclusiveException>(() => Judge(_misconfigured, _unreachable, InconclusivePolicy.Fail)).Message);
    }

    [Fact]
    public void Errors_are_judged_despite_a_mistake_in_the_set_up()
    {
        var exception = Assert.Throws<LoadGateException>(() => Judge(_misconfigured with { Failed = 3 }, _unreachable));

        Assert.Equal("MaxFailures", Assert.Single(exception.Failures).Gate);
    }

    [Fact]
    public void Without_other_gates_nothing_is_inconclusive() => Assert.Equal(new TestOutcome(null, null), Judge(_misconfigured, new()));

    [Fact]
    public void A_gate_that_can_never_be_judged_is_an_error_in_any_set_up() => Assert.Throws<LoadTestException>(
        () => Judge(_misconfigured with { Memory = MemoryFigures.NotAvailable }, _unreachable));

    [Fact]
    public void Allocated_bytes_left_unconfirmed_by_a_mistake_in_the_set_up_are_not_judged()
    {
        var unsure = _misconfigured with { Memory = _misconfigured.Memory with { Allocation = new AllocationFigures { Windows = [1, 2_000] } } };

        Assert.StartsWith("Inconclusive: not judged: MinRps, MaxAllocatedBytesPerRequest.", Judge(unsure, _unreachable).Warning, StringComparison.Ordinal);
        var failed = Assert.Throws<LoadGateException>(() => Judge(unsure with { Findings = [] }, _unreachable));
        Assert.Equal(["MinRps", "MaxAllocatedBytesPerRequest"], failed.Failures.Select(f => f.Gate));
        Assert.Contains("- MaxAllocatedBytesPerRequest is set, but this run has no such figure.", failed.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(null, null, false, "Warn")]
    [InlineData(InconclusivePolicy.Skip, null, false, "Skip")]
    [InlineData(InconclusivePolicy.Fail, null, false, "Fail")]
    [InlineData(InconclusivePolicy.Fail, "Warn", false, "Warn")]
    [InlineData(null, "Fail", false, "Fail")]
    [InlineData(null, null, true, "Fail")] // on a build server nobody would notice the warning
    [InlineData(InconclusivePolicy.Skip, null, true, "Fail")]
    [InlineData(null, "Warn", true, "Warn")] // unless the job's environment asks for it
    [InlineData(null, "Skip", true, "Skip")]
    public void The_environment_overrides_the_attribute_and_a_build_server_is_strict(
        InconclusivePolicy? ofTest, string? ofEnvironment, bool isCi, string expected)
    {
        var environment = new Dictionary<string, string> { ["CI"] = isCi ? "true" : "" };
        if (ofEnvironment is not null)
        {
            environment[KitEnvironment.InconclusiveVariable] = ofEnvironment;
        }

        Assert.Equal(expected, Policy(() => Judge(_misconfigured, _unreachable, ofTest, environment)));
    }

    [Theory]
    [InlineData("CI")]
    [InlineData("TF_BUILD")]
    public void The_variable_that_makes_it_strict_is_named(string name) => Assert.EndsWith(
        $"{Environment.NewLine}This is a build server ({name} is set), so the test fails: nobody would notice a warning. Fix the set-up, or set THROUGHPUTKIT_INCONCLUSIVE to Skip or Warn for this job.",
        Assert.Throws<LoadInconclusiveException>(() => Judge(_misconfigured, _unreachable, environment: new() { [name] = "true" })).Message,
        StringComparison.Ordinal);

    [Theory]
    [InlineData(InconclusivePolicy.Warn, "Skip")] // it would pass without a figure per request
    [InlineData(InconclusivePolicy.Skip, "Skip")]
    [InlineData(InconclusivePolicy.Fail, "Fail")]
    public void Without_any_evidence_nothing_passes(InconclusivePolicy ofTest, string expected)
    {
        var environment = new KitEnvironment(name => name == "CI" ? "true" : null);

        Assert.Equal(expected, Policy(() => Inconclusive.Waited(environment).Resolve(ofTest, environment)));
    }

    [Theory]
    [InlineData(InconclusivePolicy.Warn, null, false, true)]
    [InlineData(InconclusivePolicy.Skip, null, false, true)]
    [InlineData(InconclusivePolicy.Fail, null, false, false)]
    [InlineData(InconclusivePolicy.Warn, null, true, false)]
    [InlineData(InconclusivePolicy.Fail, "Warn", true, true)]
    [InlineData(InconclusivePolicy.Warn, "Fail", false, false)]
    public void In_code_a_mistake_in_the_set_up_passes_with_its_reason_or_throws(InconclusivePolicy policy, string? ofEnvironment, bool isCi, bool passes)
    {
        var environment = new KitEnvironment(name => name switch
        {
            "CI" => isCi ? "true" : "",
            KitEnvironment.InconclusiveVariable => ofEnvironment,
            _ => null,
        });

        var exception = Record.Exception(
            () => TestJudge.Verify(GateJudge.JudgeEligible(_misconfigured, _unreachable), "result", policy, environment, _output.Add));

        Assert.Equal(passes, exception is null);
        Assert.Equal(passes ? 1 : 0, _output.Count);
        Assert.True(passes || exception is LoadTestException { Message: "The result could not be judged. Built without optimizations: Shop. Expected: figures that can be trusted. Build in Release, with -c Release." }, exception?.Message);
    }

    private static string Policy(Func<TestOutcome> judge)
    {
        try
        {
            return judge() is { SkipReason: not null } ? "Skip" : "Warn";
        }
        catch (LoadInconclusiveException)
        {
            return "Fail";
        }
    }

    private TestOutcome Judge(
        LoadResult result, LoadGates gates, InconclusivePolicy? ofTest = null, Dictionary<string, string>? environment = null) =>
        TestJudge.Judge(
            new TestRuns(GateJudge.JudgeEligible(result, gates), Comparison: null), ofTest, new KitEnvironment((environment ?? []).GetValueOrDefault), _output.Add);
}
