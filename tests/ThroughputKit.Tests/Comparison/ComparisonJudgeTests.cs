using ThroughputKit.Comparison;
using ThroughputKit.Findings;
using ThroughputKit.Gates;
using ThroughputKit.Recording;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Comparison;

/// <summary>The verdict of a comparison among the gates of a test.</summary>
public class ComparisonJudgeTests
{
    private static readonly Finding _debug = new("DebugBuild", FindingSeverity.Warning, "The reference is a Debug build.", "Use Release.") { IsSetUpMistake = true };

    [Fact]
    public void A_reference_that_fails_is_an_error_and_not_noise()
    {
        var verdict = ComparisonJudge.Judge(Compared() with { RpsRatio = null, Gates = [], Reference = Side() with { Failed = 1 } });

        Assert.Empty(verdict.Inconclusive);
        Assert.Equal(
            "1 request of the reference failed. Expected: a reference without failures. There is nothing to compare with. Fix the reference, or choose another. MaxFailures does not apply to it.",
            Assert.Single(verdict.Problems).Problem.ToString());
        Assert.Equal("Reference", Assert.Single(verdict.WithProblemsAsFailures().Failed).Gate);
    }

    [Theory]
    [InlineData(9_900, 100, true)]
    [InlineData(9_960, 40, false)] // less than half of its share: the slices are too short for it
    [InlineData(300, 3, false)] // chance decides
    [InlineData(900, 0, false)]
    public void A_request_of_a_mix_that_was_in_too_few_slices_lets_nothing_pass(long light, long heavy, bool passes)
    {
        var side = Side() with
        {
            Sent = light + heavy,
            Succeeded = light + heavy,
            InFlightAtEnd = 0,
            Endpoints =
            [
                EndpointFigures.Unseen("light") with { Sent = light, Succeeded = light },
                EndpointFigures.Unseen("heavy") with { Sent = heavy, Succeeded = heavy },
            ],
            Settings = new RunSettings([LoadRequest.Get("/light").WithWeight(99), LoadRequest.Get("/heavy")], Rate: null, AppPlace.TestProcess, WarmsUp: true),
        };

        var rare = ComparisonFindings.RareRequest(side);
        var compared = Compared() with { Candidate = side with { Findings = rare is null ? [] : [rare] } };
        var verdict = ComparisonJudge.Judge(LoadComparisonResult.FromJson(compared.ToJson()));

        var evidence = verdict.Inconclusive.Where(o => o.IsForEvidence).ToArray();
        Assert.Equal((passes, passes), (rare is null, evidence.Length == 0));
        Assert.Null(ComparisonFindings.RareRequest(side with { Failed = 1 }));
        Assert.All(evidence, o => Assert.StartsWith("in the slices of the candidate, heavy was sent ", o.Message, StringComparison.Ordinal));
        Assert.Equal((compared.Verdict, 0), (GateOutcome.Overall(verdict.Gates), verdict.Failed.Count)); // as the JSON says
    }

    [Fact]
    public void What_has_failed_fails_beside_a_request_that_was_in_too_few_slices()
    {
        var rare = new Finding(FindingNames.RareRequest, FindingSeverity.Warning, "heavy was sent 1 time.", "Allow more time.");
        var compared = Compared() with
        {
            Gates = [new GateOutcome("MaxSlowdownPercent", GateVerdict.Failed, "slower")],
            Candidate = Side() with { Findings = [rare] },
        };

        var verdict = ComparisonJudge.Judge(compared);

        Assert.Equal(("MaxSlowdownPercent", 1), (Assert.Single(verdict.Failed).Gate, verdict.Inconclusive.Count));
        Assert.Equal(compared.Verdict, GateOutcome.Overall(verdict.Gates));
        Assert.Throws<LoadGateException>(() => compared.Verify());
    }

    [Fact]
    public void A_reference_that_has_stopped_is_reported_with_the_cause()
    {
        var gone = new Finding("AppStopped", FindingSeverity.Error, "The app exited with code 134 before the run ended.", "Its output ended with: The disk is full.");

        var verdict = ComparisonJudge.Judge(Compared() with { RpsRatio = null, Gates = [], Reference = Side() with { Failed = 2, Findings = [gone] } });

        Assert.EndsWith(
            "There is nothing to compare with. Fix the reference, or choose another. MaxFailures does not apply to it. The app exited with code 134 before the run ended. Its output ended with: The disk is full.",
            Assert.Single(verdict.Problems).Problem.ToString(),
            StringComparison.Ordinal);
    }

    [Fact]
    public void Evidence_that_the_report_shows_too_is_printed_once()
    {
        var example = new FailureExample { Kind = FailureKind.Read, Request = "GET /", At = TimeSpan.FromSeconds(1), Detail = "the connection was reset" };
        var broken = Side() with { Failed = 1, Failures = MadeUp.Failures() with { Read = 1, Examples = [example] } };

        var verdict = ComparisonJudge.Judge(Compared() with { RpsRatio = null, Gates = [], Reference = broken });

        Assert.EndsWith($"There is nothing to compare with. Fix the reference, or choose another. MaxFailures does not apply to it. {example}.", Assert.Single(verdict.Problems).Problem.ToString(), StringComparison.Ordinal);
        Assert.Equal(2, GateFailure.Of([verdict.WithProblemsAsFailures()]).Message.Split($"{example}").Length);
    }

    [Fact]
    public void A_cause_of_failed_requests_is_printed_once_with_its_side()
    {
        var error = new Finding("ServerError", FindingSeverity.Error, "Every response is 500.", "Fix the error.") { IsCause = true };
        var result = Compared() with { RpsRatio = null, Gates = [], Findings = [error], Candidate = Side() with { Failed = 3, Findings = [error] } };

        var message = Assert.Throws<LoadGateException>(() => result.Verify()).Message;

        Assert.StartsWith("Candidate: Every response is 500. Fix the error.", message, StringComparison.Ordinal);
        Assert.Equal(2, message.Split(error.Message).Length);
        Assert.Contains("Reference: Error ServerError: Every response is 500. Fix the error.", Failing(error).Report, StringComparison.Ordinal);

        static Verdict Failing(Finding ofReference) => ComparisonJudge.Judge(Compared() with
        {
            Findings = [ofReference],
            Reference = Side() with { Findings = [ofReference] },
            Candidate = Side() with { Failed = 3 },
        });
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void Requests_without_a_response_have_a_remedy(bool isReference)
    {
        const string Remedy = ". Check whether the app hangs, waits for another server, or is overloaded. If it is overloaded, lower the rate or the number of connections.";
        var silent = Side() with { Failed = 3, Failures = MadeUp.Failures() with { Timeouts = 3 } };

        var verdict = ComparisonJudge.Judge(isReference ? Compared() with { Gates = [], Reference = silent } : Compared() with { Gates = [], Candidate = silent });

        Assert.EndsWith(Remedy, Assert.Single(verdict.WithProblemsAsFailures().Failed).Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Too_few_placements_are_an_error() => Assert.Equal(
        "Too little was compared: connections were opened anew 2 times. Expected: 4 times or more. The requests are slow, so few turns fit into the time. Set fewer Connections, or allow more time with MeasureFor, or with MaxComparisonSeconds on an attribute.",
        Assert.Single(ComparisonJudge.Judge(Compared() with { RpsRatio = null, Placements = 2, Gates = [] }).Problems).Problem.ToString());

    [Fact]
    public void A_candidate_whose_requests_fail_fails() => Assert.Equal(
        "3 requests of the candidate failed; a comparison needs responses that succeed, whatever MaxFailures allows",
        Assert.Single(ComparisonJudge.Judge(Compared() with { RpsRatio = null, Candidate = Side() with { Failed = 3 } }).Failed).ToString());

    [Fact]
    public void A_mistake_in_the_set_up_of_the_reference_is_reported()
    {
        var verdict = ComparisonJudge.Judge(Compared() with { Findings = [_debug], Reference = Side() with { Findings = [_debug] } });

        Assert.Equal(["MaxSlowdownPercent"], verdict.NotJudged);
        Assert.Equal([_debug], verdict.Mistakes);
    }

    [Fact]
    public void Noise_is_inconclusive()
    {
        var verdict = ComparisonJudge.Judge(Compared());

        Assert.Equal("MaxSlowdownPercent: it could not be told", Assert.Single(verdict.Inconclusive).ToString());
        Assert.Empty(verdict.Problems);
    }

    [Fact]
    public void In_code_an_inconclusive_gate_passes_with_a_message()
    {
        var errors = Console.Error;
        using var written = new StringWriter();
        Console.SetError(TextWriter.Synchronized(written));
        try
        {
            var result = Compared();
            Assert.Same(result, result.Verify());
        }
        finally
        {
            Console.SetError(errors);
        }

        Assert.Contains("Inconclusive: MaxSlowdownPercent: it could not be told", written.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public void In_code_an_inconclusive_gate_fails_on_request() => Assert.Equal(
        "Inconclusive: MaxSlowdownPercent: it could not be told",
        Assert.Throws<LoadInconclusiveException>(() => Compared().Verify(InconclusivePolicy.Fail)).Message);

    [Fact]
    public void A_comparison_without_a_gate_is_an_error()
    {
        Assert.Equal(
            "The comparison has no gate. Expected: one gate or more. Set one with Within before RunAsync.",
            Assert.Single(ComparisonJudge.Judge(Compared() with { Gates = [] }).Problems).Problem.ToString());
        Assert.Empty(ComparisonJudge.Judge(Compared() with { Gates = [], RpsRatio = null, Candidate = Side() with { Failed = 3 } }).Problems); // fails with that
    }

    [Fact]
    public void In_code_a_comparison_that_cannot_be_judged_throws()
    {
        Assert.Throws<LoadTestException>(() => (Compared() with { Gates = [] }).Verify());
        Assert.Throws<LoadTestException>(() => (Compared() with { Findings = [_debug] }).Verify(InconclusivePolicy.Fail));
        Assert.Throws<LoadTestException>(() => (Compared() with { RpsRatio = null, Gates = [] }).Verify());
        Assert.Throws<LoadGateException>(() => (Compared() with { Candidate = Side() with { Failed = 3 } }).Verify());
    }

    private static LoadResult Side() => MadeUp.Result(new LatencyHistogram());

    private static LoadComparisonResult Compared() => new()
    {
        Reference = Side(),
        Candidate = Side(),
        RpsRatio = new RatioFigures(1, 0.99, 1.01),
        Gates = [new GateOutcome("MaxSlowdownPercent", GateVerdict.Inconclusive, "it could not be told")],
        Slices = 100,
        GeneratorShare = null,
        Elapsed = TimeSpan.FromSeconds(8),
        Findings = [],
    };
}
