using ThroughputKit.Gates;
using ThroughputKit.Recording;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Gates;

/// <summary>Gates on memory where the figure varies with the same code.</summary>
public class VariationTests
{
    [Theory]
    [InlineData(100_000, 97_900, "Failed")]
    [InlineData(100_000, 98_100, "Inconclusive")]
    [InlineData(100_000, 101_900, "Inconclusive")]
    [InlineData(100_000, 102_000, "Passed")] // as the message suggests
    [InlineData(100_000, 102_100, "Passed")]
    [InlineData(16_000, 15_999, "Failed")]
    [InlineData(16_000, 16_000, "Passed")]
    public void A_limit_within_the_variation_is_inconclusive(double bytes, double limit, string expected)
    {
        var verdict = Judge(bytes, limit);

        Assert.Equal(expected, verdict.Failed.Count > 0 ? "Failed" : verdict.Inconclusive.Count > 0 ? "Inconclusive" : "Passed");
    }

    [Theory]
    [InlineData(14_376, 10_000, "Inconclusive")] // of an endpoint that keeps nothing
    [InlineData(14_376, 30_759, "Inconclusive")]
    [InlineData(14_376, 30_760, "Passed")] // as the message suggests
    [InlineData(5_836_368, 3_500_000, "Failed")]
    public void A_limit_within_the_noise_of_the_heap_is_inconclusive(long growth, long limit, string expected)
    {
        var result = Result(100);
        result = result with { Memory = result.Memory with { ManagedHeapDelta = growth } };

        var verdict = GateJudge.JudgeEligible(result, new LoadGates { MaxHeapGrowthBytes = limit });

        Assert.Equal(expected, verdict.Failed.Count > 0 ? "Failed" : verdict.Inconclusive.Count > 0 ? "Inconclusive" : "Passed");
    }

    [Fact]
    public void The_message_says_what_would_pass() => Assert.Equal(
        "MaxAllocatedBytesPerRequest: 100,000.0 B allocated per request; limit 99,500.0. Requests that allocate this much vary by up to 2% from one process to the next. This would have passed with a limit of 102,000.0.",
        Judge(100_000, 99_500).Inconclusive.Single().ToString());

    [Fact]
    public void The_summary_mentions_the_variation_too() => Assert.Contains(
        "Allocated   100,000.0 B per request (varies by up to 2% from one process to the next) in the smallest of", Result(100_000).ToString(), StringComparison.Ordinal);

    private static Verdict Judge(double bytes, double limit) =>
        GateJudge.JudgeEligible(Result(bytes), new LoadGates { MaxAllocatedBytesPerRequest = limit });

    private static LoadResult Result(double bytes)
    {
        var result = MadeUp.Result(new LatencyHistogram());
        return result with { Memory = result.Memory with { Allocation = new AllocationFigures { BytesPerRequest = bytes, Windows = [bytes, bytes] } } };
    }
}
