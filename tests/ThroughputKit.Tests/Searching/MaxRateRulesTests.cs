namespace ThroughputKit.Tests.Searching;

/// <summary>Invalid searches and their messages.</summary>
public class MaxRateRulesTests
{
    private static readonly LoadTest _test = LoadTest.Against("http://localhost:1").Get("/");

    [Theory]
    [InlineData(0, "0")]
    [InlineData(-1, "-1")]
    [InlineData(10_001, "10,001")]
    public void An_invalid_limit_is_an_error(double limit, string shown) => Assert.Equal(
        $"The limit of p99 is {shown} ms. Expected: above zero, at most the time limit of one request (10,000 ms). A request that takes longer than o.RequestTimeout fails anyway.",
        Assert.Single(Problems(_test, limit)));

    [Fact]
    public void A_set_rate_is_an_error() => Assert.Equal(
        "AtRate is set. Expected: a test without a rate. Leave AtRate out: the search sets the rates itself.",
        Assert.Single(Problems(_test.AtRate(10), 10)));

    [Fact]
    public void A_number_of_requests_is_an_error() => Assert.Equal(
        "Requests is 1,000. Expected: a test with a Duration. Each step runs for a fixed time. Leave Requests out and set Duration.",
        Assert.Single(Problems(_test.With(o => o.Requests = 1_000), 10)));

    [Fact]
    public void All_problems_are_reported_together() => Assert.Equal(
        ["The limit of p99 is 0 ms", "AtRate is set", "Requests is 5", "The path is 'hello'", "Connections is 0"],
        Problems(_test.Get("hello").AtRate(-1).With(o => (o.Requests, o.Connections) = (5, 0)), 0).Select(p => p.Split('.')[0]));

    private static IReadOnlyList<string> Problems(LoadTest test, double limit) =>
        Assert.Throws<LoadTestException>(() => { _ = test.FindMaxRateAsync(TimeSpan.FromMilliseconds(limit)); }).Problems;
}
