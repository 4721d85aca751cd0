using ThroughputKit.Recording;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Assertions.Support;

/// <summary>Made-up results for the messages of failures.</summary>
internal static class Latencies
{
    /// <summary>A result with each latency from 1 to 100 ms the given number of times.</summary>
    public static LoadResult ToHundred(int times = 10)
    {
        var latency = new LatencyHistogram();
        foreach (var milliseconds in Enumerable.Repeat(Enumerable.Range(1, 100), times).SelectMany(m => m))
        {
            latency.Record(milliseconds * 1_000_000L);
        }

        return MadeUp.Result(latency) with { Sent = 100_064 };
    }
}
