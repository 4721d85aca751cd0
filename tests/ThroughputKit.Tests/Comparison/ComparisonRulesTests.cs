using ThroughputKit.Comparison;
using ThroughputKit.Planning;

namespace ThroughputKit.Tests.Comparison;

/// <summary>Comparisons that are refused before anything is started.</summary>
public class ComparisonRulesTests
{
    [Fact]
    public void The_connections_of_both_sides_need_descriptors_at_the_same_time()
    {
        var plan = LoadTest.Against("http://localhost:1").Get("/").With(o => o.Connections = 600).Plan;

        var problem = Assert.Single(ComparisonRules.Check(new ComparisonPlan(plan, plan), new Descriptors(1_024, 50)));

        Assert.StartsWith("The 2 load tests have 1,200 connections open at the same time, which need 1,300 file descriptors ", problem.Found, StringComparison.Ordinal);
        Assert.Equal("at most 437 for each", problem.Expected);
    }

    [Fact]
    public void A_duration_would_be_ignored()
    {
        var test = LoadTest.Against("http://localhost:1").Get("/");

        Assert.Equal(
            "The candidate sets a Duration of 30 s. Expected: a test without a duration. "
            + "Both sides take turns in short slices. Limit the time of all together with .MeasureFor(...) of the comparison, or with MaxComparisonSeconds on an attribute. To unset a duration that a helper sets, set o.Duration to null.",
            Assert.Single(test.With(o => o.Duration = TimeSpan.FromSeconds(30)).ComparedWith(test).Check()).ToString());
    }
}
