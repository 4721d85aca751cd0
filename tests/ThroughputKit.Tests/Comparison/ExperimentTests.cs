using TestApp;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Comparison;

/// <summary>Experiments: made-up variants for what is worked out, real load for the way through.</summary>
public class ExperimentTests
{
    [Fact]
    public async Task Ratios_are_taken_within_a_round_so_that_drift_cancels_out()
    {
        var calls = 0;
        var result = await LoadTest.Experiment()
            .Add("slow", _ => Sample(1000.0 + (calls++ / 2 * 100))) // the machine gets faster from round to round
            .Add("fast", _ => Sample(2 * (1000.0 + (calls++ / 2 * 100))))
            .Rounds(6).RunAsync();

        Assert.Equal((1, 1, 1), (result["slow"].Ratio, result["slow"].LowestRatio, result["slow"].HighestRatio));
        Assert.Equal((2, 2, 2), (result["fast"].Ratio, result["fast"].LowestRatio, result["fast"].HighestRatio));
        Assert.Equal("slow", result.Baseline);
        Assert.Equal(6, result["fast"].Samples.Count);
    }

    [Fact]
    public async Task Figures_are_medians_and_failures_are_summed()
    {
        var round = 0;
        var result = await LoadTest.Experiment()
            .Add("a", _ => Task.FromResult(new LoadSample(100) { Failed = 2, P50 = TimeSpan.FromMilliseconds(1), AllocatedBytesPerRequest = 8 }))
            .Add("b", _ => Task.FromResult(new LoadSample(new[] { 10.0, 1000, 50 }[round++]) { P99 = TimeSpan.FromMilliseconds(round) }))
            .Rounds(3).RunAsync();

        Assert.Equal((100, 6, TimeSpan.FromMilliseconds(1), 8), (result["a"].RequestsPerSecond, result["a"].Failed, result["a"].P50!.Value, result["a"].AllocatedBytesPerRequest!.Value));
        Assert.Equal((50, 0.5, 0.1, 10), (result["b"].RequestsPerSecond, result["b"].Ratio, result["b"].LowestRatio, result["b"].HighestRatio));
        Assert.Equal(TimeSpan.FromMilliseconds(2), result["b"].P99);
        Assert.Null(result["b"].AllocatedBytesPerRequest);
    }

    [Fact]
    public async Task Is_written_as_a_table_with_the_baseline_of_choice()
    {
        var result = await LoadTest.Experiment()
            .Add("wrk", _ => Task.FromResult(new LoadSample(80_000)))
            .Add("kit", _ => Task.FromResult(new LoadSample(100_000)
            {
                Failed = 1,
                P50 = TimeSpan.FromMilliseconds(0.5),
                P99 = TimeSpan.FromMilliseconds(2),
                AllocatedBytesPerRequest = 0.3,
                CpuTimePerRequest = TimeSpan.FromMicroseconds(6.5),
            }))
            .Baseline("wrk").Rounds(2).RunAsync();

        Assert.Equal(
            """
            Variant      RPS  Ratio      Spread  p50 ms  p99 ms  Failed  B/request  CPU us
            wrk       80,000  1.000  1.00..1.00       -       -       0          -       -
            kit      100,000  1.250  1.25..1.25    0.50    2.00       2        0.3     6.5
            """,
            result.ToString());
    }

    [Fact]
    public async Task Compares_load_tests_on_one_host()
    {
        await using var host = new ThroughputHost<App>();

        var result = await LoadTest.Experiment()
            .Add("text", LoadTest.For(host).Get("/text").Sending(200))
            .Add("twin", LoadTest.For(host).Get("/twin-512").Sending(200))
            .Rounds(2).Seed(1).RunAsync();

        Assert.All(result.Variants, v => Assert.Equal((2, 0), (v.Samples.Count, v.Failed)));
        Assert.All(result.Variants, v => Assert.True(v.RequestsPerSecond > 0));
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
            }).RunAsync(cancellation.Token));
    }

    [Fact]
    public async Task All_that_is_wrong_is_told_together() => Assert.Equal(
        [
            "Two variants are named 'a'. Allowed: a name of its own for each. They would be one row of the table.",
            "The baseline is 'c'. Allowed: the name of a variant: a, a. Is it misspelt?",
            "The experiment has 0 rounds. Allowed: 1 to 10,000. Five or more let the medians settle.",
        ],
        (await Assert.ThrowsAsync<LoadTestException>(() => LoadTest.Experiment().Add("a", _ => Sample(1)).Add("a", _ => Sample(1)).Baseline("c").Rounds(0).RunAsync())).Problems);

    [Fact]
    public async Task One_variant_is_no_experiment() => Assert.Equal(
        "The experiment has 1 variant. Allowed: two or more. Add what is to be compared.",
        Assert.Single((await Assert.ThrowsAsync<LoadTestException>(() => LoadTest.Experiment().Add("a", _ => Sample(1)).RunAsync())).Problems));

    [Fact]
    public async Task A_name_that_is_not_there()
    {
        var result = await LoadTest.Experiment().Add("a", _ => Sample(1)).Add("b", _ => Sample(1)).RunAsync();

        Assert.StartsWith("There is no variant 'c'; there are a, b.", Assert.Throws<ArgumentException>(() => result["c"]).Message, StringComparison.Ordinal);
    }

    private static Task<LoadSample> Sample(double rps) => Task.FromResult(new LoadSample(rps));
}
