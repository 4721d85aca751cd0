using TestApp;
using ThroughputKit.Tests.Assertions.Support;

namespace ThroughputKit.Tests.Assertions;

/// <summary>Assertions on a comparison of a real app, whose difference is too large to be mistaken.</summary>
[Trait("Category", "Slow")]
public class RealComparisonTests
{
    [Fact]
    public async Task An_endpoint_that_does_not_wait_is_faster_than_one_that_does()
    {
        var measured = await Cold("/text").ComparedWith(Cold("/20ms"))
            .Within(new ComparisonGates { MaxSlowdownPercent = 5 }).MeasureFor(TimeSpan.FromSeconds(8)).RunAsync();
        var comparison = measured with { Findings = [] };

        comparison.Should().HavePassed().And.HaveRpsRatioOfAtLeast(0.95);
        comparison.Candidate.Should().HaveNoFailures().And.HaveOnlyStatus(200);
        Assert.Matches(
            @"^Expected comparison to have at least 1000000\.000 times the reference's RPS, but found [\d.]+ times the reference's RPS, 95% interval [\d.]+ to [\d.]+; minimum 1000000\.000\.$",
            Failing.FirstLine(() => comparison.Should().HaveRpsRatioOfAtLeast(1e6)));
    }

    private static LoadTest Cold(string path) => LoadTest.For<App>().Get(path).With(o => (o.Connections, o.WarmUp) = (4, TimeSpan.Zero));
}
