using TestApp;

namespace ThroughputKit.Tests.Comparison;

/// <summary>Real sides that leave work to do after their responses: in such short turns it slows the other side.</summary>
[Trait("Category", "Slow")]
public class TrailingWorkTests
{
    [Fact]
    public async Task A_candidate_with_work_after_responses_does_not_pass()
    {
        // At most 99.9% slower: it would pass.
        var result = await Compare("/text", "/works-on", new ComparisonGates { MaxSlowdownPercent = 99.9 });

        Assert.Equal(GateVerdict.Inconclusive, result.Verdict);
        Assert.EndsWith("the whole interval is within the limit; the finding CandidateTrailingWork prevents a verdict", Assert.Single(result.Gates).Message, StringComparison.Ordinal);
        Assert.Contains("so the candidate is slower and allocates more than measured", Assert.Single(result.Findings, f => f.Name == "CandidateTrailingWork").Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_reference_with_work_after_responses_does_not_fail_the_candidate()
    {
        // A thousand times as fast: it would fail.
        var result = await Compare("/works-on", "/text", new ComparisonGates { MinRpsRatio = 1_000 });

        Assert.Equal(GateVerdict.Inconclusive, result.Verdict);
        Assert.EndsWith("in both measurements; the finding ReferenceTrailingWork prevents a verdict", Assert.Single(result.Gates).Message, StringComparison.Ordinal);
    }

    private static async Task<LoadComparisonResult> Compare(string reference, string candidate, ComparisonGates gates)
    {
        await using var host = new ThroughputHost<App>();
        return await Load(candidate).ComparedWith(Load(reference)).Within(gates).RunAsync();

        LoadTest Load(string path) => LoadTest.For(host).Get(path).With(o => (o.Connections, o.WarmUp, o.MaxWarmUp) = (8, TimeSpan.FromMilliseconds(300), TimeSpan.FromSeconds(8)));
    }
}
