using System.Text.Json;
using TestApp;
using ThroughputKit.Recording;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Experiments;

/// <summary>Variants that are measured in rounds: made-up ones for the calculations, real load from end to end.</summary>
public class RoundsRunTests
{
    [Fact]
    public async Task Ratios_are_taken_within_a_round_so_that_drift_cancels_out()
    {
        var calls = 0;
        var result = await LoadTest.Experiment()
            .Add("slow", _ => Sample(1000.0 + (calls++ / 2 * 100))) // the machine gets faster from round to round
            .Add("fast", _ => Sample(2 * (1000.0 + (calls++ / 2 * 100))))
            .InRounds().RunAsync();

        Assert.Equal(new RatioFigures(1, 1, 1), result["slow"].Ratio);
        Assert.Equal(new RatioFigures(2, 2, 2), result["fast"].Ratio);
        Assert.Equal("slow", result.Reference);
        Assert.Equal(6, result["fast"].Samples.Count);
    }

    [Fact]
    public async Task Figures_are_medians_and_failures_are_summed()
    {
        var round = 0;
        var result = await LoadTest.Experiment()
            .Add("a", _ => Task.FromResult(new LoadSample(100) { Failed = 2, P50 = TimeSpan.FromMilliseconds(1), AllocatedBytesPerRequest = 8 }))
            .Add("b", _ => Task.FromResult(new LoadSample(new[] { 10.0, 1000, 50 }[round++]) { P99 = TimeSpan.FromMilliseconds(round) }))
            .InRounds(3).RunAsync();

        Assert.Equal((100, 6, TimeSpan.FromMilliseconds(1), 8), (result["a"].Rps, result["a"].Failed, result["a"].P50!.Value, result["a"].AllocatedBytesPerRequest!.Value));
        Assert.Equal(50, result["b"].Rps);
        Assert.Equal(TimeSpan.FromMilliseconds(2), result["b"].P99);
        Assert.Null(result["b"].AllocatedBytesPerRequest);
    }

    [Theory]
    [InlineData(0, 1)]
    [InlineData(1, 0)]
    public async Task With_failures_there_is_no_ratio(long ofReference, long ofVariant)
    {
        var (a, b) = (0, 0); // in a round, either may come first
        var result = await LoadTest.Experiment()
            .Add("a", _ => Task.FromResult(new LoadSample(100) { Failed = a++ == 2 ? ofReference : 0 }))
            .Add("b", _ => Task.FromResult(new LoadSample(50) { Failed = b++ == 2 ? ofVariant : 0 }))
            .Add("c", _ => Sample(200)).InRounds().RunAsync();

        Assert.Null(result["b"].Ratio);
        Assert.Equal(ofReference == 0 ? new RatioFigures(2, 2, 2) : null, result["c"].Ratio);
    }

    [Fact]
    public async Task A_ratio_without_an_interval_can_be_written_as_JSON()
    {
        var result = await LoadTest.Experiment().Add("a", _ => Sample(1)).Add("b", _ => Sample(2)).InRounds(1).RunAsync();

        Assert.Contains("\"Ratio\":{\"Value\":2,\"Low\":0,\"High\":\"Infinity\",", JsonSerializer.Serialize(result["b"]), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Memory_and_start_are_measured_for_published_apps()
    {
        var cold = LoadTest.ForPublished(Built.TestApp).With(o => (o.Connections, o.WarmUp, o.Duration) = (1, TimeSpan.Zero, TimeSpan.FromSeconds(1)));

        var result = await LoadTest.Experiment().Add("text", cold.Get("/text")).Add("twin", cold.Get("/twin")).InRounds(1).RunAsync();

        Assert.All(result.Variants, v =>
        {
            Assert.InRange(v.WorkingSetPeak!.Value, 20e6, 1e9); // any .NET process
            Assert.True(v.FirstResponse > TimeSpan.Zero);
        });
    }

    [Fact]
    public async Task Scenarios_are_measured_in_rounds_but_not_in_slices()
    {
        await using var host = new ThroughputHost<App>();
        var one = LoadTest.For(host).Scenario("one", (user, token) => user.Client.GetStringAsync(new Uri("/text", UriKind.Relative), token));
        var experiment = LoadTest.Experiment().Add("one", one.Sending(100)).Add("other", one.Sending(100));

        var result = await experiment.InRounds(1).RunAsync();

        Assert.All(result.Variants, v => Assert.Equal((1, 0), (v.Samples.Count, v.Failed)));
        await Assert.ThrowsAsync<LoadTestException>(() => LoadTest.Experiment().Add("one", one).Add("other", one).RunAsync());
    }

    [Fact]
    public async Task A_variant_that_can_not_be_measured_any_more_loses_no_finished_round()
    {
        var calls = 0;
        var wrong = () => calls++ < 2 ? Sample(50) : throw new LoadTestException(new Problem("It broke", "a whole one", "Mend it."));

        var error = await Assert.ThrowsAsync<LoadTestException>(
            () => LoadTest.Experiment().Add("good", _ => Sample(100)).Add("bad", async _ => await wrong()).InRounds().RunAsync());

        Assert.Equal("The variant 'bad' in round 3: It broke. Expected: a whole one. Mend it.", error.Problems[0]);
        Assert.StartsWith("The experiment could not continue after 2 rounds. Expected: variants that can be measured in each round. Results so far:", error.Problems[1], StringComparison.Ordinal);
        Assert.Contains("bad       50", error.Problems[1], StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_variant_that_throws_is_named_and_loses_no_finished_round()
    {
        var calls = 0;
        var thrown = new InvalidOperationException("It has no client.");

        var error = await Assert.ThrowsAsync<LoadTestException>(
            () => LoadTest.Experiment().Add("good", _ => Sample(100)).Add("bad", _ => calls++ < 2 ? Sample(50) : throw thrown).InRounds().RunAsync());

        Assert.Equal(
            "The variant 'bad' in round 3 threw InvalidOperationException: It has no client. Expected: a LoadSample. Look at the inner exception.",
            error.Problems[0]);
        Assert.StartsWith("The experiment could not continue after 2 rounds. Expected: variants that can be measured in each round. Results so far:", error.Problems[1], StringComparison.Ordinal);
        Assert.Same(thrown, error.InnerException);
    }

    [Fact]
    public async Task Compares_load_tests_on_one_host()
    {
        await using var host = new ThroughputHost<App>();

        var result = await LoadTest.Experiment()
            .Add("text", LoadTest.For(host).Get("/text").Sending(200))
            .Add("twin", LoadTest.For(host).Get("/twin-512").Sending(200))
            .InRounds(2).Seed(1).RunAsync();

        Assert.All(result.Variants, v => Assert.Equal((2, 0), (v.Samples.Count, v.Failed)));
        Assert.All(result.Variants, v => Assert.True(v.Rps > 0));
    }

    [Fact]
    public async Task Each_measurement_of_a_round_is_reported_with_the_time_left()
    {
        var progress = new ReceivedProgress();

        await LoadTest.Experiment().Add("a", _ => Sample(1)).Add("b", _ => Sample(1)).InRounds(2).RunAsync(progress);

        Assert.Equal(
            ["Round 1 of 2: a", "Round 1 of 2: b", "Round 2 of 2: a", "Round 2 of 2: b"],
            progress.Reports.Select(r => r.Step).Order(StringComparer.Ordinal));
        Assert.Equal([true, false, false, false], progress.Reports.Select(r => r.Left is null));
        Assert.Equal(progress.Reports.Select(r => r.Elapsed).Order(), progress.Reports.Select(r => r.Elapsed));
    }

    [Fact]
    public async Task Ends_when_it_is_cancelled()
    {
        using var cancellation = new CancellationTokenSource();

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => LoadTest.Experiment()
            .Add("a", _ => Sample(1)).Add("b", async _ =>
            {
                await cancellation.CancelAsync();
                return new LoadSample(1);
            }).InRounds().RunAsync(cancellation.Token));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void Generator_figures_are_not_shown_as_those_of_an_app_that_stopped_or_is_elsewhere(bool hasStopped)
    {
        var result = MadeUp.Result(new LatencyHistogram()) with
        {
            Memory = MemoryFigures.NotAvailable,
            HasAppExited = hasStopped,
            Generator = new GeneratorFigures { AllocatedBytesPerRequest = 0.1 },
            Findings = [new Finding("AppStopped", FindingSeverity.Error, "It died.", "Look.")],
        };

        var sample = LoadSample.From(result);

        Assert.Null(sample.AllocatedBytesPerRequest);
        Assert.Null(sample.CpuTimePerRequest);
        Assert.Equal("AppStopped", Assert.Single(sample.Findings).Name);
    }

    [Fact]
    public async Task A_variant_without_throughput_has_a_ratio_of_zero()
    {
        var result = await LoadTest.Experiment().Add("a", _ => Sample(100)).Add("b", _ => Sample(0)).InRounds().RunAsync();

        Assert.Equal(new RatioFigures(0, 0, 0), result["b"].Ratio);
    }

    [Theory]
    [InlineData("a", "No ratio for b: no iteration of the scenario ended (4 begun), so only its beginning was measured.")]
    [InlineData("b", "Ratios are not available because of the reference 'b': no iteration of the scenario ended (4 begun), so only its beginning was measured.")]
    public async Task A_variant_that_is_no_evidence_has_no_ratio(string reference, string expected)
    {
        var endless = LoadSample.From(MadeUp.Result(new LatencyHistogram()) with { Iterations = 4 });

        var result = await LoadTest.Experiment().Add("a", _ => Sample(100)).Add("b", _ => Task.FromResult(endless)).Reference(reference).InRounds().RunAsync();

        Assert.Null(result["b"].Ratio);
        Assert.Contains(expected, result.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task An_unknown_variant_is_an_error()
    {
        var result = await LoadTest.Experiment().Add("a", _ => Sample(1)).Add("b", _ => Sample(1)).InRounds().RunAsync();

        Assert.StartsWith("There is no variant 'c'; there are a, b.", Assert.Throws<ArgumentException>(() => result["c"]).Message, StringComparison.Ordinal);
    }

    private static Task<LoadSample> Sample(double rps) => Task.FromResult(new LoadSample(rps));
}
