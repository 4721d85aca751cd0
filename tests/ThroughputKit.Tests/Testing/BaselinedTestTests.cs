using ThroughputKit.Baselines;
using ThroughputKit.Gates;
using ThroughputKit.Testing;
using ThroughputKit.Tests.Baselines;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Testing;

/// <summary>The outcome of a test with a baseline: gates and baseline are reported together, and only a passing result is approved.</summary>
public sealed class BaselinedTestTests : IDisposable
{
    private static readonly Finding _debug = new("DebugBuild", FindingSeverity.Warning, "Debug.", "Fix it.") { IsSetUpMistake = true };

    private readonly TemporaryFolder _folder = new();
    private readonly List<string> _output = [];

    public BaselinedTestTests() => Judge(Measured.Result(), isApproving: true);

    private string File => _folder.File("hello.json");

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Approving_passes_with_a_warning_of_what_it_wrote()
    {
        var outcome = Judge(Measured.Allocating(3_000), isApproving: true);

        Assert.StartsWith($"Approved in {File}:", outcome.Warning, StringComparison.Ordinal);
        Assert.Equal(outcome.Warning, _output[^1]);
        Judge(Measured.Allocating(3_000));
    }

    [Fact]
    public void A_pass_reports_what_was_compared()
    {
        Assert.Equal(new TestOutcome(null, null), Judge(Measured.Result()));

        Assert.Equal(
            """
              Passed      MaxFailures: 0 failed requests (limit 0)
              Baseline    1,000.0 B allocated per request (limit 1,010.0), 152.0 B received per response (144.0 to 160.0), 150.0 B sent per request (142.0 to 158.0), 0% of the requests failed (limit 0%), 0 connections opened per request (limit 0.00064), statuses 200
              Baseline    20,000 RPS (20,000 approved, +0.0%), 2.00 ms p50 (2.00 approved, +0.0%), 2.00 ms p99 (2.00 approved, +0.0%); timing is not judged
            """.ReplaceLineEndings(),
            _output[^1]);
    }

    [Fact]
    public void Gates_and_baseline_fail_together()
    {
        var exception = Assert.Throws<LoadGateException>(() => Judge(Measured.Allocating(3_000), new LoadGates { MinRps = 1e9 }));

        Assert.Equal(["MinRps", "Baseline"], exception.Failures.Select(f => f.Gate));
    }

    [Fact]
    public void Different_settings_are_an_error_reported_along_with_failed_gates()
    {
        var other = Measured.Result() with { Connections = 3 };

        Assert.StartsWith(
            "The test could not be judged. The settings differ from those of the baseline 'Shop.A' in ",
            Assert.Throws<LoadTestException>(() => Judge(other)).Message,
            StringComparison.Ordinal);
        var exception = Assert.Throws<LoadGateException>(() => Judge(other, new LoadGates { MinRps = 1e9 }));
        Assert.Equal(["MinRps", "Baseline"], exception.Failures.Select(f => f.Gate));
        Assert.StartsWith("The settings differ from those of the baseline", exception.Failures[1].Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_mistake_in_the_set_up_makes_it_inconclusive()
    {
        var outcome = Judge(Measured.Allocating(9_000) with { Findings = [_debug] });

        Assert.StartsWith("Inconclusive: not judged: Baseline.", outcome.Warning, StringComparison.Ordinal);
    }

    [Fact]
    public void Results_with_failed_gates_or_mistakes_in_the_set_up_are_not_approved()
    {
        var before = System.IO.File.ReadAllBytes(File);

        Assert.Throws<LoadGateException>(() => Judge(Measured.Allocating(3_000), new LoadGates { MinRps = 1e9 }, isApproving: true));
        Assert.Throws<LoadTestException>(() => Judge(Measured.Allocating(3_000) with { Findings = [_debug] }, isApproving: true));

        Assert.Equal(before, System.IO.File.ReadAllBytes(File));
    }

    [Theory]
    [InlineData(InconclusivePolicy.Fail)]
    [InlineData(InconclusivePolicy.Skip)]
    [InlineData(InconclusivePolicy.Warn)]
    public void Gates_that_could_not_be_judged_decide_whether_anything_is_approved(InconclusivePolicy policy)
    {
        var before = System.IO.File.ReadAllBytes(File);
        var fewLatencies = new LoadGates { MaxP999LatencyMs = 5_000 };

        var outcome = policy == InconclusivePolicy.Fail ? null : Judge(Measured.Allocating(3_000), fewLatencies, isApproving: true, policy);

        if (policy == InconclusivePolicy.Fail)
        {
            var exception = Assert.Throws<LoadInconclusiveException>(() => Judge(Measured.Allocating(3_000), fewLatencies, isApproving: true, policy));
            Assert.StartsWith("Inconclusive: MaxP999LatencyMs", exception.Message, StringComparison.Ordinal);
        }
        else
        {
            Assert.StartsWith("Inconclusive: MaxP999LatencyMs", outcome!.SkipReason ?? outcome.Warning, StringComparison.Ordinal);
            Assert.Equal(policy == InconclusivePolicy.Warn, outcome.Warning?.Contains($"Approved in {File}:", StringComparison.Ordinal) == true);
        }

        Assert.Equal(policy != InconclusivePolicy.Warn, before.SequenceEqual(System.IO.File.ReadAllBytes(File)));
    }

    [Fact]
    public void A_figure_that_a_finding_may_explain_is_inconclusive()
    {
        var compiling = new Finding("StillCompiling", FindingSeverity.Warning, "Code.", "Wait.") { Explains = 2 };

        var outcome = Judge(Measured.Found(Measured.Allocating(1_500), compiling));

        Assert.StartsWith("Inconclusive: Baseline: +500.0 B since approval", outcome.Warning, StringComparison.Ordinal);
        Assert.True(outcome.IsInconclusive);
    }

    [Fact]
    public void Errors_that_a_gate_allows_can_be_approved()
    {
        var failing = Measured.Result() with { Failed = 25_016 };

        Judge(failing, new LoadGates { MaxFailurePercent = 30 }, isApproving: true);

        Judge(failing, new LoadGates { MaxFailurePercent = 30 });
        Assert.Equal("Baseline", Assert.Single(Assert.Throws<LoadGateException>(() => Judge(failing with { Failed = 28_000 }, new LoadGates { MaxFailurePercent = 30 })).Failures).Gate);
    }

    private TestOutcome Judge(LoadResult result, LoadGates? gates = null, bool isApproving = false, InconclusivePolicy? policy = null)
    {
        var baseline = TestBaseline.Open(new BaselineUse(File, "", "Shop.A", new()), isApproving, out _);
        var environment = new KitEnvironment(name => isApproving && name == Approval.Variable ? "true" : null);
        return TestJudge.Judge(new TestRuns(GateJudge.JudgeEligible(result, gates ?? new()), Comparison: null), policy, environment, _output.Add, baseline!);
    }
}
