using ThroughputKit.Probes;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Probes;

public class ProcessorTicksTests
{
    [Fact]
    public void Separates_processes_from_interrupts_and_idle_time() => Assert.Equal(
        new ProcessorTicks(Busy: 100 + 20 + 30, Idle: 400 + 50, Stolen: 8, Total: 100 + 20 + 30 + 400 + 50 + 6 + 7 + 8, Cores: 2),
        ProcessorTicks.Parse(["cpu  100 20 30 400 50 6 7 8 90 9", "cpu0 1 1 1 1 1 1 1 1 1 1", "cpu1 1 1 1 1 1 1 1 1 1 1", "intr 5", "cpus 3"]));

    [Theory]
    [InlineData]
    [InlineData("cpu  1 2 3 4 5 6 7 8 9 10")] // no line for a single core
    [InlineData("cpu  1 2 3 4", "cpu0 1 2 3 4")] // a very old kernel
    [InlineData("intr 5", "cpu  1 2 3 4 5 6 7 8", "cpu0 1 2 3 4 5 6 7 8")]
    public void Is_unknown_from_anything_else(params string[] lines) => Assert.Null(ProcessorTicks.Parse(lines));

    [LinuxFact("it is read from /proc/stat.")]
    public void Is_available_on_Linux()
    {
        var ticks = ProcessorTicks.Read()!.Value;

        Assert.InRange(ticks.Cores, 1, 10_000);
        Assert.True(ticks.Total >= ticks.Busy + ticks.Idle + ticks.Stolen);
    }
}
