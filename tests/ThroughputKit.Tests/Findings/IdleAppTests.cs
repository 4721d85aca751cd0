using ThroughputKit.Findings;
using ThroughputKit.Probes;
using ThroughputKit.Recording;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Findings;

public class IdleAppTests
{
    [Theory]
    [InlineData(0.06, 1.9, 3_700, true)]
    [InlineData(0.06, null, 3_700, true)] // what others do isn't known
    [InlineData(0.06, 0.9, 3_700, false)] // others use the processor
    [InlineData(0.3, 1.6, 3_700, false)] // the app does
    [InlineData(0.06, 1.9, 90, false)] // no long wait
    public void Needs_an_idle_processor_and_long_waits(double busy, double? idle, int milliseconds, bool expected) => Assert.Equal(
        expected ? "Only 0.06 of 2 cores were busy, although all connections were waiting (p50 3,700 ms): the app waits for a limiter, a lock, a timer or I/O." : null,
        IdleAppRule.Examine(MadeUp.Facts(Waiting(busy, idle, milliseconds)))?.Message);

    [Fact]
    public void Not_at_a_set_rate_whose_connections_may_be_free() => Assert.Null(IdleAppRule.Examine(MadeUp.Facts(Waiting() with
    {
        Pacing = new PacingFigures { Planned = 1, Unsent = 0, Late = 0, LateForConnection = 0, Lateness = new LatencyFigures(new LatencyHistogram()) },
    })));

    [Fact]
    public void Not_with_failures_after_which_connections_pause() => Assert.Null(IdleAppRule.Examine(MadeUp.Facts(Waiting() with { Failed = 2_000 })));

    [Fact]
    public void Not_if_the_app_waits_for_threads() => Assert.Null(IdleAppRule.Examine(MadeUp.Facts(Waiting()) with
    {
        Observed = new Observations { Pool = new PoolUse(Minimum: 2, RaisedMinimum: 0, ThreadsBefore: 4, ThreadsAfter: 9, Looks: 50, Waiting: 50, Pending: 0) },
    }));

    [Fact]
    public void Not_if_the_apps_processor_time_is_unknown() => Assert.Null(IdleAppRule.Examine(MadeUp.Facts(Waiting() with { IsAppAlone = false })));

    private static LoadResult Waiting(double busy = 0.06, double? idle = 1.9, int milliseconds = 3_700)
    {
        var latency = new LatencyHistogram();
        latency.Record(milliseconds * 1_000_000L);
        var result = MadeUp.Result(latency);
        return result with { Cpu = result.Cpu with { BusyCores = busy }, Machine = new MachineFigures { Cores = 2, IdleCores = idle }, IsAppAlone = true };
    }
}
