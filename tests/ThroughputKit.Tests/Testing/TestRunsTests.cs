using System.Text.Json.Nodes;
using ThroughputKit.Gates;
using ThroughputKit.Recording;
using ThroughputKit.Testing;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Testing;

public class TestRunsTests
{
    [Fact]
    public void Every_attempt_and_run_is_attached_in_order()
    {
        var (first, second, other) = (Sent(1), Sent(2), Sent(3));

        var attached = new TestRuns([new Verdict(second with { EarlierAttempts = [first] }, []), new Verdict(other, [])], []).Attachments.ToArray();

        Assert.Equal(["throughput result", "throughput result 2", "throughput result 3"], attached.Select(a => a.Name));
        Assert.Equal([1L, 2, 3], attached.Select(a => (long)JsonNode.Parse(a.Json)!["result"]!["sent"]!));
    }

    [Fact]
    public void Without_a_measurement_nothing_is_attached() => Assert.Empty(new TestRuns([], []).Attachments);

    private static LoadResult Sent(long sent) => MadeUp.Result(new LatencyHistogram()) with { Sent = sent };
}
