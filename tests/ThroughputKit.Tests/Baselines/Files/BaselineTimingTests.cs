using ThroughputKit.Baselines.Files;

namespace ThroughputKit.Tests.Baselines.Files;

public class BaselineTimingTests
{
    [Fact]
    public void On_the_same_machine_timing_is_shown_and_not_judged() => Assert.Equal(
        "30,000 RPS (20,000 approved, +50.0%), 2.00 ms p50 (2.00 approved, +0.0%), 2.00 ms p99 (2.00 approved, +0.0%); timing is not judged",
        Compare(Measured.Result() with { Rps = 30_000 }));

    [Fact]
    public void On_another_machine_timing_is_not_compared() => Assert.Equal(
        "timing not compared: approved on another machine (Fast One, 2 cores, Some Linux, .NET 10.0.1)",
        Compare(Measured.In(e => e with { Cores = 4 })));

    private static string Compare(LoadResult now) => BaselineTiming.Of(now).Compare(Measured.Baseline().Timing);
}
