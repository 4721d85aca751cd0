using ThroughputKit.Recording;
using ThroughputKit.Testing;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Testing;

/// <summary>The outcome of a test by its comparison, which is made up.</summary>
public class ComparedTestTests
{
    private readonly List<string> _output = [];

    [Fact]
    public void Within_its_limits_it_passes_and_says_so()
    {
        Assert.Equal(new TestOutcome(null, null), Judge(Compared(GateVerdict.Passed)));

        Assert.Contains("  Passed      MinRpsRatio: RPS ratio 3.000; minimum 2.000", string.Join('\n', _output), StringComparison.Ordinal);
    }

    [Fact]
    public void Beyond_its_limits_it_fails_with_what_was_compared()
    {
        var exception = Assert.Throws<LoadGateException>(() => Judge(Compared(GateVerdict.Failed)));

        Assert.Equal("MinRpsRatio", Assert.Single(exception.Failures).Gate);
        Assert.Contains("Reference: GET /hello", exception.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Without_a_gate_it_never_passes_and_shows_what_was_measured()
    {
        var exception = Assert.Throws<LoadTestException>(() => Judge(Compared(GateVerdict.Passed) with { Gates = [] }));

        Assert.Equal("The comparison has no gate. Expected: one gate or more. Set one with Within before RunAsync.", Assert.Single(exception.Problems).ToString());
        Assert.Contains(_output, line => line.Contains("RPS ratio ", StringComparison.Ordinal));
    }

    private static LoadComparisonResult Compared(GateVerdict verdict) => new()
    {
        Reference = MadeUp.Result(new LatencyHistogram()),
        Candidate = MadeUp.Result(new LatencyHistogram()),
        RpsRatio = new RatioFigures(3, 2.9, 3.1),
        Gates = [new GateOutcome("MinRpsRatio", verdict, "RPS ratio 3.000; minimum 2.000")],
        Placements = 8,
        Slices = 100,
        GeneratorShare = null,
        Elapsed = TimeSpan.FromSeconds(8),
        Findings = [],
    };

    private TestOutcome Judge(LoadComparisonResult comparison) => TestJudge.Judge(new TestRuns(Verdict: null, comparison), onInconclusive: null, new KitEnvironment(_ => null), _output.Add);
}
