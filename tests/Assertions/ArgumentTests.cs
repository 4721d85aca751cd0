using ThroughputKit.Tests.Assertions.Support;

namespace ThroughputKit.Tests.Assertions;

/// <summary>Invalid limits are mistakes of the test, whatever was measured.</summary>
public class ArgumentTests
{
    private static readonly LoadResult _result = Latencies.ToHundred();

    public static TheoryData<Action, string> Senseless => new()
    {
        { () => _result.Should().HaveRpsOfAtLeast(double.NaN), "requestsPerSecond is NaN. Expected: above zero, and finite. Leave the assertion out if there is no such limit." },
        { () => _result.Should().HaveRpsOfAtLeast(0), "requestsPerSecond is 0. Expected: above zero, and finite. Leave the assertion out if there is no such limit." },
        { () => _result.Should().HaveMeanLatencyOfAtMost(-1), "milliseconds is -1. Expected: above zero, and finite. Leave the assertion out if there is no such limit." },
        { () => _result.Should().HaveP50LatencyOfAtMost(0), "milliseconds is 0. Expected: above zero, and finite. Leave the assertion out if there is no such limit." },
        { () => _result.Should().HaveP95LatencyOfAtMost(double.PositiveInfinity), "milliseconds is Infinity. Expected: above zero, and finite. Leave the assertion out if there is no such limit." },
        { () => _result.Should().HaveP99LatencyOfAtMost(-0.5), "milliseconds is -0.5. Expected: above zero, and finite. Leave the assertion out if there is no such limit." },
        { () => _result.Should().HaveMaxLatencyOfAtMost(double.NaN), "milliseconds is NaN. Expected: above zero, and finite. Leave the assertion out if there is no such limit." },
        { () => _result.Should().HaveFailuresOfAtMost(-1), "requests is -1. Expected: zero or more, and finite. Leave the assertion out if there is no such limit." },
        { () => _result.Should().HaveFailuresOfAtMostPercent(100), "percent is 100. Expected: zero or more, below 100. Leave the assertion out if there is no such limit." },
        { () => _result.Should().HaveUnsentOfAtMostPercent(100), "percent is 100. Expected: zero or more, below 100. Leave the assertion out if there is no such limit." },
        { () => _result.Should().HaveFailuresOfAtMostPercent(double.NaN), "percent is NaN. Expected: zero or more, below 100. Leave the assertion out if there is no such limit." },
        { () => _result.Should().HaveAllocatedBytesPerRequestOfAtMost(-8), "bytes is -8. Expected: zero or more, and finite. Leave the assertion out if there is no such limit." },
        { () => _result.Should().HaveOnlyStatus(0), "status is 0. Expected: 100 to 999. A status has three digits, such as 200." },
        { () => _result.Should().HaveOnlyStatuses([200, 2_000]), "statuses is 2,000. Expected: 100 to 999. A status has three digits, such as 200." },
        { () => _result.Should().NotHaveStatus(-1), "status is -1. Expected: 100 to 999. A status has three digits, such as 200." },
        { () => ((LoadComparisonResult?)null).Should().HaveRpsRatioOfAtLeast(0), "ratio is 0. Expected: above zero, and finite. 1 is as fast as the reference, 0.5 half as fast." },
        { () => ((LoadResult?)null).Should().NotHaveStatus(1), "status is 1. Expected: 100 to 999. A status has three digits, such as 200." },
    };

    [Theory]
    [MemberData(nameof(Senseless), DisableDiscoveryEnumeration = true)]
    public void Refuses_invalid_limits(Action assert, string expected) =>
        Assert.StartsWith(expected, Assert.Throws<ArgumentOutOfRangeException>(assert).Message, StringComparison.Ordinal);

    [Fact]
    public void Refuses_an_empty_list_of_statuses()
    {
        Assert.StartsWith(
            "statuses is empty. Expected: one status or more. With none, no response could be right.",
            Assert.Throws<ArgumentException>(() => _result.Should().HaveOnlyStatuses([])).Message,
            StringComparison.Ordinal);
        Assert.Throws<ArgumentNullException>("statuses", () => _result.Should().HaveOnlyStatuses(null!));
    }
}
