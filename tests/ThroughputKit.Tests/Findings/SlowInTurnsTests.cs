using ThroughputKit.Findings;
using ThroughputKit.Recording;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Findings;

/// <summary>A side that serves fewer requests in its turns than alone.</summary>
public class SlowInTurnsTests
{
    [Theory]
    [InlineData(8_110, 9_000.0, false)]
    [InlineData(8_110, 9_020.0, true)]
    [InlineData(8_110, null, false)]
    public void Less_than_nine_tenths_of_its_RPS_alone_is_a_finding(double inTurns, double? alone, bool isFound) => Assert.Equal(isFound, Find(inTurns, alone) is not null);

    [Fact]
    public void The_message_has_both_figures() => Assert.StartsWith("In its turns, the candidate served 3,577 RPS, and 14,287 alone before them. ", Find(3_577, 14_287)!.Message, StringComparison.Ordinal);

    private static Finding? Find(double inTurns, double? alone) =>
        ComparisonFindings.SlowInTurns(MadeUp.Facts(MadeUp.Result(new LatencyHistogram()) with { Rps = inTurns }) with { RpsAlone = alone });
}
