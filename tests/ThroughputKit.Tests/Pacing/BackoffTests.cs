using ThroughputKit.Pacing;

namespace ThroughputKit.Tests.Pacing;

public class BackoffTests
{
    [Fact]
    public void Doubles_from_10_ms_to_1_s_and_begins_again_after_a_success()
    {
        var backoff = default(Backoff);

        Assert.Equal(
            [10, 20, 40, 80, 160, 320, 640, 1000, 1000, 1000],
            Enumerable.Range(0, 10).Select(_ => backoff.Next().TotalMilliseconds));

        backoff.Reset();
        Assert.Equal(10, backoff.Next().TotalMilliseconds);
    }
}
