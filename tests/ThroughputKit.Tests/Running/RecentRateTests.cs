using ThroughputKit.Running;

namespace ThroughputKit.Tests.Running;

public class RecentRateTests
{
    private readonly RecentRate _rate = new(Seconds(0.5));

    [Fact]
    public void A_rate_is_that_since_the_last_reading()
    {
        Assert.Equal(100, _rate.Read(Seconds(1), 100));
        Assert.Equal(300, _rate.Read(Seconds(3), 700));
        Assert.Equal(0, _rate.Read(Seconds(4), 700));
    }

    [Fact]
    public void A_moment_is_too_short_for_a_rate()
    {
        Assert.Null(_rate.Read(Seconds(0.001), 5));
        Assert.Equal(100, _rate.Read(Seconds(1), 100)); // since the beginning
        Assert.Equal(100, _rate.Read(Seconds(1.1), 900));
        Assert.Equal(900, _rate.Read(Seconds(2), 1_000));
    }

    private static TimeSpan Seconds(double seconds) => TimeSpan.FromSeconds(seconds);
}
