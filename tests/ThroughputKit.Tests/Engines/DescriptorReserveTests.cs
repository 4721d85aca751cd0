using ThroughputKit.Engines;
using ThroughputKit.Planning;

namespace ThroughputKit.Tests.Engines;

public class DescriptorReserveTests
{
    [Fact]
    public void Holds_the_last_descriptors_where_the_limit_is_known()
    {
        var limit = Descriptors.Read(needed: 0)?.Limit;

        Assert.False(DescriptorReserve.Holds(0));
        Assert.False(DescriptorReserve.Holds(limit - 65 ?? 1_000_000));
        Assert.Equal(limit is not null, DescriptorReserve.Holds(limit - 64 ?? 1_000_000));
    }
}
