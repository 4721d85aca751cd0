using ThroughputKit.Tests.Attributes.Support;

namespace ThroughputKit.Tests.Attributes;

/// <summary>What a test writes itself is limited, and what the kit writes isn't.</summary>
[Collection(TestsOfAllSpecimens.Name)]
public class OutputTests
{
    [Theory]
    [InlineData("Flooding.From_several_threads", "Passed", "\n  RPS         # (50 sent, ")]
    [InlineData("Flooding.And_failing", "Failed", "\n  Took        # s: ")]
    public async Task A_flood_is_limited(string name, string outcome, string ofTheKit)
    {
        var test = (await AllSpecimens.RunAsync())[name];

        Assert.Equal(outcome, test.Outcome);
        Assert.Equal(1_003, Answers(test));
        Pattern.IsIn(ofTheKit, test.Output);
        Assert.Contains("\nThroughputKit left out 2,997 lines that went to the test's output: 2,997 like \"Answered ", test.Output, StringComparison.Ordinal);
        Assert.Equal(2, test.Output.Split("ThroughputKit left out").Length);
    }

    [Fact]
    public async Task A_thousand_lines_are_no_flood()
    {
        var test = (await AllSpecimens.RunAsync())["Flooding.Not_yet(lines: 1000)"];

        Assert.Equal(1_000, Answers(test));
        Assert.DoesNotContain("left out", test.Output, StringComparison.Ordinal);
    }

    private static int Answers(TestOutcome test) => test.Output.Split('\n').Count(l => l.StartsWith("Answered ", StringComparison.Ordinal));
}
