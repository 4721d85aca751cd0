using ThroughputKit.Probes;

namespace ThroughputKit.Tests.Probes;

public class MachineLoadTests
{
    private static readonly TimeSpan _elapsed = TimeSpan.FromSeconds(5);

    [Fact]
    public void The_runs_own_processor_time_is_left_out()
    {
        // 1,000 ticks are two cores for five seconds.
        var figures = Between(busy: 800, idle: 100, stolen: 50, total: 1_000, own: TimeSpan.FromSeconds(6));

        Assert.Equal((2, 0.4, 0.2, 0.05), (figures.Cores, Math.Round(figures.OtherBusyCores!.Value, 6), figures.IdleCores, figures.StolenShare));
    }

    [Fact]
    public void Other_load_is_never_negative() => Assert.Equal(0, Between(busy: 590, idle: 10, stolen: 0, total: 1_000, own: TimeSpan.FromSeconds(6)).OtherBusyCores);

    [Fact]
    public void Other_load_is_unknown_if_it_may_include_the_app()
    {
        var figures = Between(busy: 800, idle: 100, stolen: 0, total: 1_000, own: null);

        Assert.Null(figures.OtherBusyCores);
        Assert.Equal(0.2, figures.IdleCores);
    }

    [Fact]
    public void A_short_window_is_not_judged() => Assert.Equal(
        MachineFigures.NotAvailable, MachineLoad.Between(At(new(0, 0, 0, 0, 2)), At(new(80, 10, 0, 98, 2)), TimeSpan.FromSeconds(0.49), TimeSpan.Zero));

    [Fact]
    public void A_system_without_counters_is_not_judged()
    {
        Assert.Equal(new MachineFigures(), MachineLoad.Between(default, default, _elapsed, TimeSpan.Zero));
        Assert.Equal(new MachineFigures(), MachineLoad.Between(At(new(7, 7, 7, 7, 2)), At(new(7, 7, 7, 7, 2)), _elapsed, TimeSpan.Zero));
    }

    [Fact]
    public void A_limit_is_reported_as_a_share_of_its_periods() => Assert.Equal(
        0.25, MachineLoad.Between(new(null, new(100, 10)), new(null, new(140, 20)), _elapsed, TimeSpan.Zero).ThrottledShare);

    [Fact]
    public void A_limit_that_never_applied_is_not_reported() => Assert.Null(
        MachineLoad.Between(new(null, new(0, 0)), new(null, new(0, 0)), _elapsed, TimeSpan.Zero).ThrottledShare);

    private static MachineFigures Between(long busy, long idle, long stolen, long total, TimeSpan? own) =>
        MachineLoad.Between(At(new(1_000, 2_000, 30, 4_000, 2)), At(new(1_000 + busy, 2_000 + idle, 30 + stolen, 4_000 + total, 2)), _elapsed, own);

    private static MachineLoad At(ProcessorTicks ticks) => new(ticks, Limit: null);
}
