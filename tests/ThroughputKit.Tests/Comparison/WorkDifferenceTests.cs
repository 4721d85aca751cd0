using ThroughputKit.Comparison;
using ThroughputKit.Counting;
using ThroughputKit.Recording;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Comparison;

/// <summary>What two apps do for a request, compared.</summary>
public class WorkDifferenceTests
{
    private static readonly CountFigures _one = Commands(new CountedItem("SELECT products", 1));
    private static readonly CountFigures _many = Commands(new CountedItem("SELECT orders", 20), new CountedItem("SELECT products", 1));

    [Theory]
    [InlineData(0, GateVerdict.Failed)]
    [InlineData(19, GateVerdict.Failed)]
    [InlineData(20, GateVerdict.Passed)]
    public void A_count_is_judged_exactly(double limit, GateVerdict expected) =>
        Assert.Equal(expected, Judge(limit, _one, _many).Verdict);

    [Fact]
    public void A_failure_says_what_the_candidate_does_more_often() => Assert.Equal(
        "MaxExtraDatabaseCommandsPerRequest: database commands 1.0 -> 21.0 per request (20.0 x SELECT orders more); limit 0.0 more",
        Judge(0, _one, _many).ToString());

    [Fact]
    public void Less_work_passes() => Assert.Equal(GateVerdict.Passed, Judge(0, _many, _one).Verdict);

    [Fact]
    public void What_is_not_known_passes_nothing()
    {
        var unknown = new CountFigures
        {
            WhyUnknown = new Dictionary<CountKind, string> { [CountKind.DatabaseCommands] = "The provider reports nothing." },
        };

        Assert.Equal(
            (GateVerdict.Inconclusive, "not known for the candidate. The provider reports nothing"),
            (Judge(0, _one, unknown).Verdict, Judge(0, _one, unknown).Message));
        Assert.StartsWith("not counted for the reference.", Judge(0, null, _one).Message, StringComparison.Ordinal);
        Assert.Equal(GateVerdict.Inconclusive, Judge(0, null, _one).Verdict);
    }

    [Fact]
    public void Results_that_are_compared_tell_what_one_does_more_often()
    {
        var comparison = Result(_many).ComparedWith(Result(_one));

        Assert.Equal(
            "For a request, the candidate does more than the reference: database commands 1.0 -> 21.0 per request (20.0 x SELECT orders more).",
            comparison.Findings.Single(f => f.Name == FindingNames.MoreWork).Message);
        Assert.DoesNotContain(Result(_one).ComparedWith(Result(_many)).Findings, f => f.Name == FindingNames.MoreWork);
    }

    private static GateOutcome Judge(double limit, CountFigures? reference, CountFigures? candidate) => Assert.Single(
        WorkDifference.Judge(new ComparisonGates { MaxExtraDatabaseCommandsPerRequest = limit }, Result(reference), Result(candidate)));

    private static CountFigures Commands(params CountedItem[] items) =>
        new() { DatabaseCommandsPerRequest = items.Sum(i => i.PerRequest), DatabaseCommands = items };

    private static LoadResult Result(CountFigures? counts) => MadeUp.Result(new LatencyHistogram()) with { Counts = counts };
}
