using System.Text.Json.Nodes;
using ThroughputKit.Gates;
using ThroughputKit.Recording;
using ThroughputKit.Testing;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Testing;

public class TestRunsTests
{
    [Fact]
    public void Every_attempt_is_attached_in_order()
    {
        var attached = new TestRuns(new Verdict(Sent(3) with { EarlierAttempts = [Sent(1), Sent(2)] }, []), Comparison: null).Attachments.ToArray();

        Assert.Equal(["throughput result", "throughput result 2", "throughput result 3"], attached.Select(a => a.Name));
        Assert.Equal([1L, 2, 3], attached.Select(a => (long)JsonNode.Parse(a.Json)!["result"]!["sent"]!));
    }

    [Fact]
    public void Without_a_measurement_nothing_is_attached() => Assert.Empty(new TestRuns(Verdict: null, Comparison: null).Attachments);

    private static LoadResult Sent(long sent) => MadeUp.Result(new LatencyHistogram()) with { Sent = sent };
}
