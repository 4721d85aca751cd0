using TestApp;
using ThroughputKit.Baselines;
using ThroughputKit.Testing;
using ThroughputKit.Tests.Baselines;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Testing;

/// <summary>A result and its baseline without an attribute.</summary>
public sealed class ResultBaselineTests : IDisposable
{
    private const string Heading = "The result could not be judged by its baseline";

    private readonly TemporaryFolder _folder = new();
    private readonly Dictionary<string, string> _approving = new() { [Approval.Variable] = "1" };
    private readonly List<string> _output = [];

    private string File => _folder.File("hello.baseline.json");

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void An_approved_result_passes_and_is_returned()
    {
        var result = Measured.Result();
        Verify(result, _approving);

        Assert.Same(result, result.VerifyBaseline(File));
        Assert.StartsWith($"Approved in {File}:", Assert.Single(_output), StringComparison.Ordinal);
    }

    [Fact]
    public void A_scenario_is_refused_before_its_file_is_missed() => Assert.StartsWith(
        "The result is that of a scenario. Expected: a test of requests.",
        Assert.Single(Assert.Throws<LoadTestException>(() => (Measured.Result() with { Iterations = 1 }).VerifyBaseline(File, name: "buy")).Problems),
        StringComparison.Ordinal);

    [Fact]
    public void It_is_named_after_its_requests_unless_it_has_a_name()
    {
        Verify(Measured.Result(), _approving);

        Assert.Contains("has no entry for 'other'", Assert.Throws<LoadTestException>(() => Measured.Result().VerifyBaseline(File, name: "other")).Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_relative_path_starts_at_the_callers_source() => Assert.Contains(
        Path.Combine("Testing", "no-such.baseline.json"),
        Assert.Throws<LoadTestException>(() => Measured.Result().VerifyBaseline("no-such.baseline.json")).Message,
        StringComparison.Ordinal);

    [Fact]
    public void A_figure_beyond_the_tolerance_fails_like_a_gate()
    {
        Verify(Measured.Result(), _approving);

        var exception = Assert.Throws<LoadGateException>(() => Measured.Allocating(1_500).VerifyBaseline(File));

        Assert.Equal("Baseline", Assert.Single(exception.Failures).Gate);
        Measured.Allocating(1_500).VerifyBaseline(File, new BaselineTolerance { Bytes = 500 });
    }

    [Fact]
    public void A_figure_that_a_finding_may_explain_is_an_error()
    {
        Verify(Measured.Result(), _approving);
        var compiling = new Finding("StillCompiling", FindingSeverity.Warning, "Code.", "Wait.") { Explains = 2 };

        var exception = Assert.Throws<LoadTestException>(() => Measured.Found(Measured.Allocating(1_500), compiling).VerifyBaseline(File));

        Assert.StartsWith($"{Heading}. +500.0 B since approval", exception.Message, StringComparison.Ordinal);
        Assert.Contains("see StillCompiling", exception.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Different_settings_and_mistakes_in_the_set_up_are_errors()
    {
        Verify(Measured.Result(), _approving);
        var debug = Measured.Result() with { Findings = [new Finding("DebugBuild", FindingSeverity.Warning, "Debug.", "Fix it.") { IsSetUpMistake = true }] };

        Assert.StartsWith($"{Heading}. The settings differ from those of the baseline", Assert.Throws<LoadTestException>(() => (Measured.Result() with { Connections = 3 }).VerifyBaseline(File)).Message, StringComparison.Ordinal);
        Assert.Equal($"{Heading}. Debug. Expected: figures that can be trusted. Fix it.", Assert.Throws<LoadTestException>(() => debug.VerifyBaseline(File)).Message);
    }

    [Fact]
    public void A_result_without_evidence_fails()
    {
        Verify(Measured.Result(), _approving);

        Assert.Equal("Evidence", Assert.Single(Assert.Throws<LoadGateException>(() => (Measured.Result() with { WasCancelled = true }).VerifyBaseline(File)).Failures).Gate);
    }

    [Fact]
    public void A_result_with_errors_is_not_approved()
    {
        Assert.Throws<LoadGateException>(() => Verify(Measured.Result() with { Failed = 1 }, _approving));

        Assert.False(System.IO.File.Exists(File));
    }

    [Fact]
    public void The_gates_of_the_test_decide_what_is_approved()
    {
        var failed = Measured.Result() with { Failed = 1 };
        Assert.Throws<LoadGateException>(() => Verify(Measured.Result() with { Limits = new() { MaxGen2Collections = 0 }, Memory = Measured.Result().Memory with { Gen2Collections = 1 } }, _approving));
        Assert.StartsWith(
            $"{Heading}. MaxUnsentPercent is set, but this run has no such figure",
            Assert.Throws<LoadTestException>(() => Verify(Measured.Result() with { Limits = new() { MaxUnsentPercent = 1 } }, _approving)).Message,
            StringComparison.Ordinal);
        Assert.False(System.IO.File.Exists(File));

        Verify(failed with { Limits = new() { MaxFailures = 1 } }, _approving);

        Assert.True(System.IO.File.Exists(File));
    }

    [Fact]
    public void A_build_server_does_not_approve()
    {
        _approving["CI"] = "true";

        var exception = Assert.Throws<LoadTestException>(() => Verify(Measured.Result(), _approving));

        Assert.StartsWith($"{Heading}. THROUGHPUTKIT_APPROVE is set on a build server", exception.Message, StringComparison.Ordinal);
        Assert.False(System.IO.File.Exists(File));
    }

    [ReleaseFact]
    [Trait("Category", "Slow")]
    public async Task Two_runs_of_the_same_app_agree()
    {
        var test = LoadTest.For<App>().Get("/text").Get("/status/204").Sending(20_000).With(o => o.WarmUp = TimeSpan.FromSeconds(0.5));
        Verify(await test.RunAsync(), _approving);

        Verify(await test.RunAsync(), [], new BaselineTolerance { Percent = 10 });

        var exception = Assert.Throws<LoadTestException>(() => Verify(Measured.Result() with { Endpoints = [] }, [], name: "GET /text, GET /status/204"));
        Assert.Contains("1 different request. Expected: 2 different requests, as approved.", exception.Message, StringComparison.Ordinal);
    }

    private void Verify(LoadResult result, Dictionary<string, string> environment, BaselineTolerance? tolerance = null, string? name = null) => ResultBaseline.Verify(
        result,
        new BaselineUse(File, "", name ?? string.Join(", ", result.Endpoints.Select(e => e.Name)), tolerance ?? new()),
        new KitEnvironment(environment.GetValueOrDefault),
        _output.Add);
}
