namespace ThroughputKit.Tests.Planning;

/// <summary>Rates that make no sense, each with its text.</summary>
public class BadRateTests
{
    private static readonly LoadTest _test = LoadTest.Against("http://localhost:1").Get("/");

    public static TheoryData<double, string> Rates => new()
    {
        { -5, "The rate is -5 requests a second. Allowed: above zero, at most 10,000,000. A rate is in requests a second." },
        { -1, "The rate is -1 requests a second. Allowed: above zero, at most 10,000,000. A rate is in requests a second." },
        { double.NaN, "The rate is NaN requests a second. Allowed: above zero, at most 10,000,000. A rate is in requests a second." },
        { 1e9, "The rate is 1,000,000,000 requests a second. Allowed: above zero, at most 10,000,000. A rate is in requests a second." },
        { 0, "The rate is never above zero. Allowed: above zero, at most 10,000,000. Nothing would be sent." },
    };

    [Theory]
    [MemberData(nameof(Rates))]
    public void A_rate_that_is_none(double rate, string expected) => Assert.Equal(expected, Assert.Single(Problems(_test.AtRate(rate))));

    [Theory]
    [InlineData(0, "A stretch of the rate lasts 0 s. Allowed: above zero, at most 24 hours. For a change at once, use StepTo.")]
    [InlineData(-1, "A stretch of the rate lasts -1 s. Allowed: above zero, at most 24 hours. For a change at once, use StepTo.")]
    [InlineData(90_000, "A stretch of the rate lasts 90000 s. Allowed: above zero, at most 24 hours. For a change at once, use StepTo.")]
    public void A_stretch_of_no_length(double seconds, string expected) =>
        Assert.Equal(expected, Assert.Single(Problems(_test.AtRate(LoadRate.From(10).RampTo(20, TimeSpan.FromSeconds(seconds))))));

    [Fact]
    public void A_rate_and_a_number_of_requests() => Assert.Equal(
        "Both Requests (1,000) and a rate are set. Allowed: one of them. A rate sends for a time: set Duration.",
        Assert.Single(Problems(_test.AtRate(10).With(o => o.Requests = 1_000))));

    [Fact]
    public void A_length_twice() => Assert.Equal(
        "Both Duration and a rate with a length of its own are set. Allowed: one of them. Leave Duration out: the test lasts as long as its rate.",
        Assert.Single(Problems(_test.AtRate(LoadRate.From(10).Hold(TimeSpan.FromSeconds(1))).With(o => o.Duration = TimeSpan.FromSeconds(3)))));

    [Fact]
    public void An_engine_that_is_none() => Assert.Equal(
        "Engine is 7. Allowed: Automatic, Epoll or Socket. Leave it out: the kit takes the fastest that can make the load.",
        Assert.Single(Problems(_test.With(o => o.Engine = (LoadEngine)7))));

    private static IReadOnlyList<string> Problems(LoadTest test) => Assert.Throws<LoadTestException>(() => { _ = test.RunAsync(); }).Problems;
}
