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
        { double.PositiveInfinity, "The rate is Infinity requests a second. Allowed: above zero, at most 10,000,000. A rate is in requests a second." },
        { double.NegativeInfinity, "The rate is -Infinity requests a second. Allowed: above zero, at most 10,000,000. A rate is in requests a second." },
        { -0.00001, "The rate is -0.00001 requests a second. Allowed: above zero, at most 10,000,000. A rate is in requests a second." },
        { 10_000_001, "The rate is 10,000,001 requests a second. Allowed: above zero, at most 10,000,000. A rate is in requests a second." },
        { 1e9, "The rate is 1,000,000,000 requests a second. Allowed: above zero, at most 10,000,000. A rate is in requests a second." },
        { 0, "The rate is never above zero. Allowed: above zero, at most 10,000,000. Nothing would be sent." },
        { 1e-8, "The rate is 0.00000001 requests a second at most, for 5 s. Allowed: a rate at which a request is due within the test. Nothing would be sent. A rate is in requests a second." },
    };

    [Theory]
    [MemberData(nameof(Rates))]
    public void A_rate_that_is_none(double rate, string expected) => Assert.Equal(expected, Assert.Single(Problems(_test.AtRate(rate))));

    [Theory]
    [InlineData(0, "A stretch of the rate lasts 0 s. Allowed: above zero, at most 24 hours. For a change at once, use StepTo.")]
    [InlineData(-1, "A stretch of the rate lasts -1 s. Allowed: above zero, at most 24 hours. For a change at once, use StepTo.")]
    [InlineData(90_000, "A stretch of the rate lasts 90000 s. Allowed: above zero, at most 24 hours. For a change at once, use StepTo.")]
    public void A_stretch_of_no_length(double seconds, string expected)
    {
        Assert.Equal(expected, Assert.Single(Problems(_test.AtRate(LoadRate.From(10).RampTo(20, TimeSpan.FromSeconds(seconds))))));
        Assert.Equal(expected, Assert.Single(Problems(_test.AtRate(LoadRate.From(10).Hold(TimeSpan.FromSeconds(seconds))))));
    }

    [Fact]
    public void A_stretch_without_end() => Assert.StartsWith(
        "A stretch of the rate lasts 922337203685.", Assert.Single(Problems(_test.AtRate(LoadRate.From(10).Hold(TimeSpan.MaxValue)))), StringComparison.Ordinal);

    [Fact]
    public void Stretches_that_add_up_to_more_than_a_day() => Assert.Equal(
        "The rate lasts 108000 s. Allowed: at most 24 hours. Its stretches add up to the length of the test.",
        Assert.Single(Problems(_test.AtRate(LoadRate.From(10).Hold(TimeSpan.FromHours(15)).RampTo(20, TimeSpan.FromHours(15))))));

    [Fact]
    public void A_step_that_nothing_follows() => Assert.Equal(
        "The rate ends with a StepTo. Allowed: a Hold or a RampTo after the last StepTo. The rate that it steps to would last for no time.",
        Assert.Single(Problems(_test.AtRate(LoadRate.From(10).Hold(TimeSpan.FromSeconds(1)).StepTo(20)))));

    [Theory]
    [InlineData(-1)]
    [InlineData(1e8)]
    [InlineData(double.NaN)]
    public void A_wrong_rate_within_a_profile(double rate)
    {
        var second = TimeSpan.FromSeconds(1);

        Assert.All(
            [LoadRate.From(10).RampTo(rate, second).RampTo(10, second), LoadRate.From(rate).RampTo(10, second), LoadRate.From(10).Hold(second).StepTo(rate).Hold(second)],
            r => Assert.StartsWith("The rate is ", Assert.Single(Problems(_test.AtRate(r))), StringComparison.Ordinal));
    }

    [Fact]
    public void A_profile_that_is_never_above_zero() => Assert.Equal(
        "The rate is never above zero. Allowed: above zero, at most 10,000,000. Nothing would be sent.",
        Assert.Single(Problems(_test.AtRate(LoadRate.From(0).Hold(TimeSpan.FromSeconds(1))))));

    [Fact]
    public void All_that_is_wrong_is_told_together() => Assert.Equal(
        ["The rate is -1 requests a second", "A stretch of the rate lasts 0 s", "The rate ends with a StepTo", "Both Requests (5) and a rate are set"],
        Problems(_test.AtRate(LoadRate.From(-1).Hold(TimeSpan.Zero).StepTo(3)).With(o => o.Requests = 5)).Select(p => p.Split('.')[0]));

    [Fact]
    public void A_rate_and_a_number_of_requests() => Assert.Equal(
        "Both Requests (1,000) and a rate are set. Allowed: one of them. A rate sends for a time: set Duration.",
        Assert.Single(Problems(_test.AtRate(10).With(o => o.Requests = 1_000))));

    [Fact]
    public void A_length_twice() => Assert.Equal(
        "Both Duration (3 s) and a rate with a length of its own (1 s) are set. Allowed: one of them. Leave Duration out: the test lasts as long as its rate. For other lengths, change the rate.",
        Assert.Single(Problems(_test.AtRate(LoadRate.From(10).Hold(TimeSpan.FromSeconds(1))).With(o => o.Duration = TimeSpan.FromSeconds(3)))));

    [Fact]
    public void An_engine_that_is_none() => Assert.Equal(
        "Engine is 7. Allowed: Automatic, Epoll or Socket. Leave it out: the kit takes the fastest that can make the load.",
        Assert.Single(Problems(_test.With(o => o.Engine = (LoadEngine)7))));

    private static IReadOnlyList<string> Problems(LoadTest test) => Assert.Throws<LoadTestException>(() => { _ = test.RunAsync(); }).Problems;
}
