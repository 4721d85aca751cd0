using TestApp;
using ThroughputKit.Testing;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Testing;

/// <summary>Settings of the attribute and of the environment, and problems with them.</summary>
public sealed class GatedTestSettingsTests : GatedTestBase
{
    [Fact]
    public async Task The_attributes_options_override_the_tests()
    {
        await RunAsync(nameof(Methods.ReturnsTest), new() { Connections = 2, Requests = 33 });

        Assert.Contains(_output, line => line.StartsWith("GET /text: 2 connections, ", StringComparison.Ordinal) && line.Contains("(33 sent", StringComparison.Ordinal));
    }

    [Fact]
    public void Options_that_the_attribute_leaves_out_are_the_tests()
    {
        var test = LoadTest.For<App>().Get("/text").With(o => (o.Connections, o.WarmUp, o.Duration) = (7, TimeSpan.FromSeconds(3), TimeSpan.FromSeconds(60)));

        Assert.Equal((7, 0.2, 60), Figures(Applied(new() { WarmUpSeconds = 0.2 }, test)));
        Assert.Equal((2, 3, 60), Figures(Applied(new() { Connections = 2 }, test)));

        static (int, double, double) Figures(LoadOptions options) => (options.Connections, options.WarmUp.TotalSeconds, options.DurationOrDefault.TotalSeconds);
    }

    [Fact]
    public void The_attributes_length_replaces_the_tests()
    {
        var inRequests = Applied(new() { Requests = 33 }, LoadTest.For<App>().Get("/text").Lasting(60_000));
        var inSeconds = Applied(new() { DurationSeconds = 0.2 }, LoadTest.For<App>().Get("/text").Sending(100_000_000));

        Assert.Equal((33, null), (inRequests.Requests, inRequests.Duration));
        Assert.Equal((null, TimeSpan.FromSeconds(0.2)), (inSeconds.Requests, inSeconds.Duration));
    }

    [Fact]
    public async Task The_environment_can_skip_all_tests()
    {
        _environment[KitEnvironment.SkipVariable] = "1";

        Assert.Equal("THROUGHPUTKIT_SKIP is set.", (await RunAsync(nameof(Methods.ReturnsTest), new())).SkipReason);
    }

    [Fact]
    public async Task The_environment_can_make_loads_longer_or_shorter()
    {
        _environment[KitEnvironment.DurationFactorVariable] = "0.1";

        // On a busy machine, no request may succeed in so short a time. The test fails then, and its message shows the run.
        var failure = await Record.ExceptionAsync(() => RunAsync(nameof(Methods.LastsTwoSeconds), new()));

        var run = failure is null ? string.Join('\n', _output) : Assert.IsType<LoadGateException>(failure).Message;
        Assert.Contains("GET /text: 4 connections, 0.2 s", run, StringComparison.Ordinal);
    }

    [Fact]
    public void A_number_of_requests_and_the_length_of_a_rate_stay_as_they_are()
    {
        var test = LoadTest.For<App>().Get("/text");

        Assert.Equal(TimeSpan.FromSeconds(50), Options(test.Lengthened(10)).Duration);
        Assert.Equal(TimeSpan.FromHours(24), Options(test.With(o => o.Duration = TimeSpan.FromHours(20)).Lengthened(10)).Duration);
        Assert.Empty(test.Sending(7).Lengthened(10).Check());
        Assert.Empty(test.AtRate(LoadRate.From(10).RampTo(20, TimeSpan.FromSeconds(5))).Lengthened(10).Check());
    }

    [Fact]
    public async Task The_environment_scales_gates_on_timing_and_says_so()
    {
        _environment["THROUGHPUTKIT_ABSOLUTE_GATES"] = "off";

        Assert.Equal(new TestOutcome(null, null), await RunAsync(nameof(Methods.ReturnsTest), new() { Gates = new() { MinRps = 1e9 } }));
        Assert.Equal("THROUGHPUTKIT_ABSOLUTE_GATES is off: MinRps is not judged.", _output[0]);
    }

    [Fact]
    public async Task All_problems_are_reported_together_before_anything_runs()
    {
        _environment[KitEnvironment.SkipVariable] = "yes";

        var exception = await Assert.ThrowsAsync<LoadTestException>(
            () => RunAsync(nameof(Methods.ReturnsNumber), new() { Gates = new() { MinRps = -1, MaxP50LatencyMs = 3, MaxP95LatencyMs = 2 }, DurationSeconds = double.NaN, Connections = 0 }));

        Assert.Equal(6, exception.Problems.Count);
    }

    private static LoadOptions Options(LoadTest test)
    {
        LoadOptions? options = null;
        test.With(o => options = o);
        return options!;
    }

    // The test must be valid: a length in requests and one in seconds exclude each other.
    private static LoadOptions Applied(TestSettings settings, LoadTest test)
    {
        var applied = settings.Apply(test);
        Assert.Empty(applied.Check());
        return Options(applied);
    }
}
