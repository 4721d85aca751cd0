using ThroughputKit.Recording;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Results;

/// <summary>Loads that differ in what only their counts show.</summary>
public class UnlikeLoadsTests
{
    [Fact]
    public void Another_set_rate_is_another_load()
    {
        Assert.Equal("a rate of 500 a second, and a rate of 5,000 a second", Assert.Single(UnlikeLoads.Between(AtRate(2_500), AtRate(25_000))));
        Assert.Empty(UnlikeLoads.Between(AtRate(2_500), AtRate(2_502)));
        Assert.Empty(UnlikeLoads.Between(AtRate(2_500), AtRate(5_000) with { Duration = TimeSpan.FromSeconds(10) }));
        Assert.Empty(UnlikeLoads.Between(AtRate(1), AtRate(2))); // the edge of the window
    }

    [Fact]
    public void Other_weights_of_a_mix_are_another_load()
    {
        Assert.Equal("a mix with 90.0% GET /a, and a mix with 25.0% GET /a", Assert.Single(UnlikeLoads.Between(Mix(9_000, 1_000), Mix(2_500, 7_500))));
        Assert.Empty(UnlikeLoads.Between(Mix(9_000, 1_000), Mix(89_700, 10_300)));
        Assert.Empty(UnlikeLoads.Between(Mix(9_000, 1_000), Mix(5, 3))); // too few to tell
        Assert.Empty(UnlikeLoads.Between(Mix(9_000, 1_000), Mix(0, 0)));
        Assert.Empty(UnlikeLoads.Between(Mix(9_000, 1_000) with { IsChain = true }, Mix(2_500, 7_500) with { IsChain = true })); // the app says where it goes
    }

    [Fact]
    public void So_are_other_weights_of_scenarios()
    {
        Assert.Equal("a mix with 90.0% browse, and a mix with 25.0% browse", Assert.Single(UnlikeLoads.Between(Scenarios(9_000, 1_000), Scenarios(2_500, 7_500))));
        Assert.Empty(UnlikeLoads.Between(Scenarios(9_000, 1_000), Scenarios(89_700, 10_300)));
        Assert.Empty(UnlikeLoads.Between(Scenarios(9_000, 1_000), Mix(2_500, 7_500)));
    }

    [Fact]
    public void Neither_is_merged_and_both_are_findings_of_a_comparison()
    {
        (LoadResult One, LoadResult Other, string Difference)[] unlike =
        [
            (AtRate(2_500), AtRate(25_000), "a rate of 500 a second, and a rate of 5,000 a second"),
            (Mix(9_000, 1_000), Mix(2_500, 7_500), "a mix with 90.0% GET /a, and a mix with 25.0% GET /a"),
        ];

        Assert.All(unlike, u =>
        {
            Assert.StartsWith(
                $"The results differ in more than their figures: {u.Difference}. ",
                Assert.Throws<ArgumentException>(() => LoadResult.Merge([u.One, u.Other])).Message,
                StringComparison.Ordinal);
            Assert.Equal(
                $"The two results differ in more than their figures: {u.Difference}.",
                Assert.Single(u.Other.ComparedWith(u.One).Findings, f => f.Name == FindingNames.OtherConditions).Message);
        });
    }

    private static LoadResult AtRate(long planned)
    {
        var made = MadeUp.Result(new LatencyHistogram());
        return made with { Pacing = new PacingFigures { Planned = planned, Unsent = 0, Late = 0, Lateness = made.Latency } };
    }

    private static LoadResult Scenarios(long browse, long buy) => Mix(1, 1) with
    {
        Iterations = browse + buy,
        Scenarios = [MadeUp.Scenario("browse", browse), MadeUp.Scenario("buy", buy)],
    };

    private static LoadResult Mix(long a, long b)
    {
        var made = MadeUp.Result(new LatencyHistogram());
        return made with
        {
            Name = "a mix",
            Endpoints = [made.Endpoints[0] with { Name = "GET /a", Sent = a, Succeeded = a }, made.Endpoints[0] with { Name = "GET /b", Sent = b, Succeeded = b }],
        };
    }
}
