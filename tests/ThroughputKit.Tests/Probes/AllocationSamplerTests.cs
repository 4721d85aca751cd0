using System.Diagnostics;
using ThroughputKit.Probes;

namespace ThroughputKit.Tests.Probes;

public class AllocationSamplerTests
{
    /// <summary>Gets the last object made, so that each is really made.</summary>
    internal static object? Last { get; private set; }

    [Theory]
    [InlineData(1_000)]
    [InlineData(8_000)] // as large as a thread's allocation context
    [InlineData(200_000)] // on the heap for large objects
    public void Shares_match_the_bytes_allocated(int bytes)
    {
        AllocatedType[] top = [];
        using (var sampler = new AllocationSampler())
        {
            for (var begun = Stopwatch.GetTimestamp(); !IsWhole(top) && Stopwatch.GetElapsedTime(begun) < TimeSpan.FromSeconds(60); top = [.. sampler.Top(2)])
            {
                Allocate(bytes / 8, TimeSpan.FromMilliseconds(500));
            }
        }

        Assert.Equal(["System.Byte[]", "System.Int64[]"], top.Select(t => t.Type).Order(StringComparer.Ordinal));
        Assert.InRange(top.Single(t => t.Type == "System.Byte[]").Share, 0.4, 0.6);
        Assert.InRange(top.Single(t => t.Type == "System.Int64[]").Share, 0.4, 0.6);
    }

    // Events arrive a moment after the allocations they describe.
    private static bool IsWhole(AllocatedType[] top) => top is [{ Share: < 0.6 }, { Share: > 0.4 }];

    // As many bytes of each of two types, whatever the sizes of their objects.
    private static void Allocate(int longs, TimeSpan length)
    {
        const int Small = 96; // with its header and length
        for (var begun = Stopwatch.GetTimestamp(); Stopwatch.GetElapsedTime(begun) < length;)
        {
            Last = new long[longs];
            for (var i = 0; i < longs * 8 / Small; i++)
            {
                Last = new byte[Small - 24];
            }
        }
    }
}
