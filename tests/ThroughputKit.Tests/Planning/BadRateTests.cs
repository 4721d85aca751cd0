namespace ThroughputKit.Tests.Planning;

/// <summary>Invalid rates and their messages.</summary>
public class BadRateTests
{
    private static readonly LoadTest _test = LoadTest.Against("http://localhost:1").Get("/");

    public static TheoryData<double, string> Rates => new()
    {
        { -5, "The rate is -5 RPS. Expected: above zero, at most 10,000,000. A rate is in requests per second." },
        { -1, "The rate is -1 RPS. Expected: above zero, at most 10,000,000. A rate is in requests per second." },
        { double.NaN, "The rate is NaN RPS. Expected: above zero, at most 10,000,000. A rate is in requests per second." },
        { double.PositiveInfinity, "The rate is Infinity RPS. Expected: above zero, at most 10,000,000. A rate is in requests per second." },
        { double.NegativeInfinity, "The rate is -Infinity RPS. Expected: above zero, at most 10,000,000. A rate is in requests per second." },
        { -0.00001, "The rate is -0.00001 RPS. Expected: above zero, at most 10,000,000. A rate is in requests per second." },
        { 10_000_001, "The rate is 10,000,001 RPS. Expected: above zero, at most 10,000,000. A rate is in requests per second." },
        { 1e9, "The rate is 1,000,000,000 RPS. Expected: above zero, at most 10,000,000. A rate is in requests per second." },
        { 0, "The rate is never above zero. Expected: above zero, at most 10,000,000. Nothing would be sent." },
        { 1e-8, "The highest rate is 0.00000001 RPS, for 5 s. Expected: a rate that sends at least one request during the test. Nothing would be sent. A rate is in requests per second." },
    };

    [Theory]
    [MemberData(nameof(Rates))]
    public void An_invalid_rate_is_an_error(double rate, string expected) => Assert.Equal(expected, Assert.Single(Problems(_test.AtRate(rate))));

    [Theory]
    [InlineData(0, "A segment of the rate lasts 0 s. Expected: above zero, at most 24 hours. For an immediate change, use StepTo.")]
    [InlineData(-1, "A segment of the rate lasts -1 s. Expected: above zero, at most 24 hours. For an immediate change, use StepTo.")]
    [InlineData(90_000, "A segment of the rate lasts 90000 s. Expected: above zero, at most 24 hours. For an immediate change, use StepTo.")]
    public void A_segment_of_invalid_length_is_an_error(double seconds, string expected)
    {
        Assert.Equal(expected, Assert.Single(Problems(_test.AtRate(LoadRate.From(10).RampTo(20, TimeSpan.FromSeconds(seconds))))));
        Assert.Equal(expected, Assert.Single(Problems(_test.AtRate(LoadRate.From(10).Hold(TimeSpan.FromSeconds(seconds))))));
    }

    [Fact]
    public void A_segment_without_end_is_an_error() => Assert.StartsWith(
        "A segment of the rate lasts 922337203685.", Assert.Single(Problems(_test.AtRate(LoadRate.From(10).Hold(TimeSpan.MaxValue)))), StringComparison.Ordinal);

    [Fact]
    public void Segments_that_add_up_to_more_than_a_day_are_an_error() => Assert.Equal(
        "All segments of the rate together last 108000 s. Expected: at most 24 hours. The length of the test is their sum.",
        Assert.Single(Problems(_test.AtRate(LoadRate.From(10).Hold(TimeSpan.FromHours(15)).RampTo(20, TimeSpan.FromHours(15))))));

    [Fact]
    public void A_step_at_the_end_is_an_error() => Assert.Equal(
        "The rate ends with a StepTo. Expected: a Hold or a RampTo after the last StepTo. The rate after the last step would last 0 s.",
        Assert.Single(Problems(_test.AtRate(LoadRate.From(10).Hold(TimeSpan.FromSeconds(1)).StepTo(20)))));

    [Theory]
    [InlineData(-1)]
    [InlineData(1e8)]
    [InlineData(double.NaN)]
    public void An_invalid_rate_within_a_profile_is_an_error(double rate)
    {
        var second = TimeSpan.FromSeconds(1);

        Assert.All(
            [LoadRate.From(10).RampTo(rate, second).RampTo(10, second), LoadRate.From(rate).RampTo(10, second), LoadRate.From(10).Hold(second).StepTo(rate).Hold(second)],
            r => Assert.StartsWith("The rate is ", Assert.Single(Problems(_test.AtRate(r))), StringComparison.Ordinal));
    }

    [Fact]
    public void A_profile_that_is_never_above_zero_is_an_error() => Assert.Equal(
        "The rate is never above zero. Expected: above zero, at most 10,000,000. Nothing would be sent.",
        Assert.Single(Problems(_test.AtRate(LoadRate.From(0).Hold(TimeSpan.FromSeconds(1))))));

    [Fact]
    public void All_problems_are_reported_together() => Assert.Equal(
        ["The rate is -1 RPS", "A segment of the rate lasts 0 s", "The rate ends with a StepTo", "Both Requests (5) and a rate are set"],
        Problems(_test.AtRate(LoadRate.From(-1).Hold(TimeSpan.Zero).StepTo(3)).With(o => o.Requests = 5)).Select(p => p.Split('.')[0]));

    [Fact]
    public void A_rate_and_a_number_of_requests_are_an_error() => Assert.Equal(
        "Both Requests (1,000) and a rate are set. Expected: one of them. A test at a set rate runs for a duration. Set Duration instead of Requests.",
        Assert.Single(Problems(_test.AtRate(10).With(o => o.Requests = 1_000))));

    [Fact]
    public void A_length_set_twice_is_an_error() => Assert.Equal(
        "Both Duration (3 s) and a rate with its own length (1 s) are set. Expected: one of them. Leave Duration out: the test lasts as long as its rate. For another length, change the rate.",
        Assert.Single(Problems(_test.AtRate(LoadRate.From(10).Hold(TimeSpan.FromSeconds(1))).With(o => o.Duration = TimeSpan.FromSeconds(3)))));

    [Fact]
    public void An_unknown_engine_is_an_error() => Assert.Equal(
        "Engine is 7. Expected: Automatic, Uring, Epoll, Socket or Client. Leave Engine out: the kit then uses the fastest engine that supports the load.",
        Assert.Single(Problems(_test.With(o => o.Engine = (LoadEngine)7))));

    private static IReadOnlyList<string> Problems(LoadTest test) => Assert.Throws<LoadTestException>(() => { _ = test.RunAsync(); }).Problems;
}
