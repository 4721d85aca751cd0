using ThroughputKit.Probes;

namespace ThroughputKit.Tests.Probes;

public class ProcessorLimitTests
{
    [Fact]
    public void Is_parsed_in_both_versions()
    {
        Assert.Equal(new ProcessorLimit(40, 7), ProcessorLimit.Parse(["usage_usec 5", "user_usec 4", "nr_periods 40", "nr_throttled 7", "throttled_usec 9"]));
        Assert.Equal(new ProcessorLimit(40, 7), ProcessorLimit.Parse(["nr_periods 40", "nr_throttled 7", "throttled_time 9"]));
    }

    [Fact]
    public void Is_unknown_for_a_group_without_a_limit() => Assert.Null(ProcessorLimit.Parse(["usage_usec 5", "user_usec 4", "system_usec 1"]));

    [Fact]
    public void Is_looked_for_in_the_groups_of_the_process_and_then_of_the_container() => Assert.Equal(
        [
            "/sys/fs/cgroup/system.slice/tests.scope/cpu.stat", "/sys/fs/cgroup/cpu/docker/1a2b/cpu.stat", "/sys/fs/cgroup/cpu.stat", "/sys/fs/cgroup/cpu/cpu.stat",
        ],
        ProcessorLimit.Places(["5:memory:/", "4:cpu,cpuacct:/docker/1a2b", "1:name=systemd:/", "0::/system.slice/tests.scope"]));
}
