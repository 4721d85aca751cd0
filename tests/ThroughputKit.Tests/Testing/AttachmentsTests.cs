using System.Text.Json.Nodes;
using ThroughputKit.Recording;
using ThroughputKit.Testing;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Testing;

public class AttachmentsTests
{
    [Fact]
    public void Every_attempt_and_every_run_is_kept_in_its_order()
    {
        var (first, second, other) = (Sent(1), Sent(2), Sent(3));

        var attached = Attachments.Of(new TestRuns([second with { EarlierAttempts = [first] }, other], [])).ToArray();

        Assert.Equal(["throughput result", "throughput result 2", "throughput result 3"], attached.Select(a => a.Name));
        Assert.Equal([1L, 2, 3], attached.Select(a => (long)JsonNode.Parse(a.Json)!["result"]!["sent"]!));
    }

    [Fact]
    public void Nothing_measured_is_nothing_kept() => Assert.Empty(Attachments.Of(new TestRuns([], [])));

    private static LoadResult Sent(long sent) => MadeUp.Result(new LatencyHistogram()) with { Sent = sent };
}
