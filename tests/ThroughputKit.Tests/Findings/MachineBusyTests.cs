using System.Diagnostics;
using TestApp;
using ThroughputKit.Findings;
using ThroughputKit.Recording;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Findings;

public class MachineBusyTests
{
    [Theory]
    [InlineData(4, 0.4, 0.0, false)] // a tenth of the machine
    [InlineData(4, 0.41, 0.0, true)]
    [InlineData(4, 0.41, 0.41, false)] // they left as much idle
    [InlineData(16, 2.0, 8.0, false)]
    public void Other_processes_are_reported_when_they_leave_little_idle(int cores, double others, double idle, bool expected) =>
        Assert.Equal(expected, Examine(new MachineFigures { Cores = cores, OtherBusyCores = others, IdleCores = idle }) is not null);

    [Theory]
    [InlineData(0.049, null)]
    [InlineData(0.08, "The hypervisor gave 8% of the processor time to other machines.")]
    public void The_hypervisor_takes_time(double share, string? expected) => Assert.Equal(expected, Examine(new MachineFigures { StolenShare = share })?.Message);

    [Theory]
    [InlineData(0.049, null)]
    [InlineData(0.5, "The container reached its processor limit and was paused in 50% of the periods, for up to 100 ms each.")]
    public void A_limit_throttles_the_container(double share, string? expected) => Assert.Equal(expected, Examine(new MachineFigures { ThrottledShare = share })?.Message);

    [Fact]
    public void All_reasons_are_reported_together() => Assert.Equal(
        "Warning MachineBusy: Other processes kept 0.90 of the machine's 2 cores busy, and 0.05 were idle. The hypervisor gave 6% of the processor time to other machines. "
        + "Stop other work on the machine. Leave running what the app uses, such as a database. Use a dedicated machine, or one whose processor isn't shared.",
        Examine(new MachineFigures { Cores = 2, OtherBusyCores = 0.9, IdleCores = 0.05, StolenShare = 0.06 })?.ToString());

    [Fact]
    public void Nothing_is_reported_when_nothing_is_known() => Assert.Null(Examine(MachineFigures.NotAvailable));

    [WholeMachineFact]
    [Trait("Category", "Slow")]
    public async Task Other_processes_are_detected_during_a_real_run()
    {
        Process[] others = [.. Enumerable.Range(0, Environment.ProcessorCount).Select(_ => Process.Start("sh", ["-c", "while :; do :; done"]))];
        try
        {
            var result = await LoadTest.For<App>().Get("/text").AtRate(20).Lasting(1_000).RunAsync();

            Assert.InRange(result.Machine.OtherBusyCores!.Value, 0.1 * result.Machine.Cores!.Value, result.Machine.Cores.Value);
            Assert.Contains(result.Findings, f => f.Name == FindingNames.MachineBusy && f.Message.StartsWith("Other processes kept ", StringComparison.Ordinal));
        }
        finally
        {
            foreach (var other in others)
            {
                other.Kill();
                other.Dispose();
            }
        }
    }

    private static Finding? Examine(MachineFigures machine) => MachineFindings.MachineBusy(MadeUp.Facts(MadeUp.Result(new LatencyHistogram()) with { Machine = machine }));
}
