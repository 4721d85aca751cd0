using ThroughputKit.Recording;
using ThroughputKit.Tests.Support;
using Verdicts;

namespace ThroughputKit.Tests.Gates;

/// <summary>How often the rule is wrong where attempts differ as recorded: made-up tests with fixed seeds, few here, many in benchmarks/verdicts.sh.</summary>
public class AttemptRuleSimulationTests
{
    private const int Tests = 4_000;

    private readonly AttemptSimulator _simulator = new(MadeUp.Result(new LatencyHistogram()));

    [Theory]
    [InlineData(0.05)]
    [InlineData(0.10)]
    [InlineData(0.15)]
    public void An_app_at_its_limit_rarely_passes(double deviation) => Assert.InRange(_simulator.Run(times: 1, deviation, Tests).Passed, 0, Tests * 3 / 100);

    [Theory]
    [InlineData(0.05, 1.5)]
    [InlineData(0.10, 1.5)]
    [InlineData(0.15, 1.75)]
    public void An_app_well_within_its_limit_passes_nearly_always(double deviation, double times) =>
        Assert.InRange(_simulator.Run(times, deviation, Tests).Passed, Tests * 99 / 100, Tests);

    [Fact]
    public void An_app_at_twice_its_limit_passes_at_its_first_attempt() => Assert.InRange(_simulator.Run(times: 2, 0.10, Tests, most: 1).Passed, Tests * 99 / 100, Tests);
}
