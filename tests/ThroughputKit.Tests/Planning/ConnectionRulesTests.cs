using ThroughputKit.Planning;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Planning;

/// <summary>More connections than the process may have open, and the messages.</summary>
public class ConnectionRulesTests
{
    private const string Raise = "before the process starts: with ulimit -n, nofile in /etc/security/limits.conf, or LimitNOFILE in a systemd unit.";

    [Fact]
    public void Two_descriptors_per_connection_in_this_process() => Assert.Equal(
        "Connections is 9,900, which needs 19,900 file descriptors (two per connection, because the app is in this process, and 100 for everything else), but this process has 19,800 of 20,000 free. Expected: at most 9,850. "
        + $"Run the app in its own process with LoadTest.ForPublished(folder): then a connection needs only one here. Or raise the hard limit {Raise}",
        Assert.Single(ConnectionRules.Check([(9_900, true)], new Descriptors(20_000, 200))).ToString());

    [Fact]
    public void One_descriptor_per_connection_to_another_process() => Assert.Equal(
        $"Connections is 1,000, which needs 1,100 file descriptors (one per connection, and 100 for everything else), but this process has 974 of 1,024 free. Expected: at most 874. Raise the hard limit {Raise}",
        Assert.Single(ConnectionRules.Check([(1_000, false)], new Descriptors(1_024, 50))).ToString());

    [Fact]
    public void Connections_of_loads_that_take_turns_are_open_at_the_same_time() => Assert.Equal(
        "The 3 load tests have 1,200 connections open at the same time, which need 1,700 file descriptors (two per connection to an app in this process, one per other connection, and 100 for everything else), "
        + "but this process has 974 of 1,024 free. Expected: at most 218 for each. "
        + $"Run the app in its own process with LoadTest.ForPublished(folder): then a connection needs only one here. Or raise the hard limit {Raise}",
        Assert.Single(ConnectionRules.Check([(400, true), (400, false), (400, false)], new Descriptors(1_024, 50))).ToString());

    [Theory]
    [InlineData(9_850, true, 0)]
    [InlineData(9_851, true, 1)]
    [InlineData(19_700, false, 0)]
    [InlineData(19_701, false, 1)]
    public void Connections_are_allowed_up_to_the_limit(int connections, bool isInProcess, int problems) =>
        Assert.Equal(problems, ConnectionRules.Check([(connections, isInProcess)], new Descriptors(20_000, 200)).Count());

    [Fact]
    public void Where_no_number_of_connections_fits_only_the_limit_is_to_be_raised() => Assert.Equal(
        "Connections is 8, which needs 116 file descriptors (two per connection, because the app is in this process, and 100 for everything else), "
        + $"but this process has 68 of 128 free. Expected: a limit of 176 or more. Raise the hard limit {Raise}",
        Assert.Single(ConnectionRules.Check([(8, true)], new Descriptors(128, 60))).ToString());

    [Fact]
    public void If_the_limit_is_unknown_nothing_is_refused() => Assert.Empty(ConnectionRules.Check([(20_000, true)], descriptors: null));

    [Theory]
    [InlineData("Max open files            1024                 20000                files", 1_024L)]
    [InlineData("Max open files            unlimited            unlimited            files", null)]
    [InlineData("Max processes             127234               127234               processes", null)]
    [InlineData("Max open files", null)]
    public void The_soft_limit_is_read(string line, long? expected) =>
        Assert.Equal(expected, Descriptors.SoftLimit(["Limit                     Soft Limit           Hard Limit           Units", line]));

    [LinuxFact("descriptors are read from /proc.")]
    public void This_process_has_open_descriptors() => Assert.InRange(Descriptors.Read(needed: 0)!.Used, 3, Descriptors.Read(needed: 0)!.Limit);
}
