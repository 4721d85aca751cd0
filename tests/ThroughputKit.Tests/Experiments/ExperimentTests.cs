using TestApp;
using ThroughputKit.Recording;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Experiments;

/// <summary>Experiments: made-up variants for the calculations, real load from end to end.</summary>
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
            .Rounds(3).RunAsync();

        Assert.Equal((100, 6, TimeSpan.FromMilliseconds(1), 8), (result["a"].Rps, result["a"].Failed, result["a"].P50!.Value, result["a"].AllocatedBytesPerRequest!.Value));
        Assert.Equal((50, 0.5, 0.1, 10), (result["b"].Rps, result["b"].Ratio, result["b"].LowestRatio, result["b"].HighestRatio));
        Assert.Equal(TimeSpan.FromMilliseconds(2), result["b"].P99);
        Assert.Null(result["b"].AllocatedBytesPerRequest);
    }

    [Fact]
    public async Task Is_written_as_a_table_with_the_chosen_reference()
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
            .Reference("wrk").Rounds(2).RunAsync();

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
        Assert.All(result.Variants, v => Assert.True(v.Rps > 0));
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
    public async Task All_problems_are_reported_together() => Assert.Equal(
        [
            "Two variants are named 'a'. Expected: a different name for each variant. They would share one row of the table.",
            "The reference is 'c'. Expected: the name of a variant: a, a. Is it misspelt?",
            "The experiment has 0 rounds. Expected: 1 to 10,000. Six or more give stable medians.",
        ],
        (await Assert.ThrowsAsync<LoadTestException>(() => LoadTest.Experiment().Add("a", _ => Sample(1)).Add("a", _ => Sample(1)).Reference("c").Rounds(0).RunAsync())).Problems);

    [Fact]
    public async Task Names_that_do_not_fit_into_a_row_are_reported_together() => Assert.Equal(
        [
            "Variant 1 is named ''. Expected: a name that is not blank. The table shows each variant by its name.",
            "Variant 2 is named ' \\u0009'. Expected: a name that is not blank. The table shows each variant by its name.",
            "Variant 3 is named 'a\\u000Ab'. Expected: a name without line breaks or other control characters. The name must fit into one row of the table.",
            "Variant 4 is named 'a\\u2028b'. Expected: a name without line breaks or other control characters. The name must fit into one row of the table.",
            "Variant 5 is named 'a\\u000Ab'. Expected: a name without line breaks or other control characters. The name must fit into one row of the table.",
            "Two variants are named 'a\\u000Ab'. Expected: a different name for each variant. They would share one row of the table.",
            "The reference is 'b\\u001B'. Expected: the name of a variant: ,  \\u0009, a\\u000Ab, a\\u2028b, a\\u000Ab. Is it misspelt?",
        ],
        await Problems(LoadTest.Experiment()
            .Add("", _ => Sample(1)).Add(" \t", _ => Sample(1)).Add("a\nb", _ => Sample(1)).Add("a\u2028b", _ => Sample(1)).Add("a\nb", _ => Sample(1)).Reference("b\u001b")));

    [Fact]
    public async Task Invalid_load_tests_are_reported_before_any_variant_is_measured()
    {
        var measured = 0;

        var problems = await Problems(LoadTest.Experiment()
            .Add("other", _ => Sample(++measured))
            .Add("wrong", LoadTest.Against("http://localhost:1").Get("hello").With(o => o.Connections = 0))
            .Rounds(0));

        Assert.Equal(
            ["The experiment has 0 rounds", "Variant 'wrong': The path is 'hello'", "Variant 'wrong': Connections is 0"], problems.Select(p => p.Split('.')[0]));
        Assert.Equal(0, measured);
    }

    [Fact]
    public async Task A_variant_that_returns_no_task_is_named_with_its_round() => Assert.Equal(
        ["The variant 'b' in round 2 returned no task. Expected: a Task<LoadSample>. Is the method meant to be async?"],
        await Problems(WithSecond(round => round == 2 ? null! : Sample(1))));

    [Fact]
    public async Task A_variant_that_measures_null_is_named_with_its_round() => Assert.Equal(
        ["The variant 'b' in round 3 measured null. Expected: a LoadSample. Does it read a field or a property that is not set yet?"],
        await Problems(WithSecond(round => round == 3 ? Task.FromResult<LoadSample>(null!) : Sample(1))));

    [Theory]
    [InlineData(double.NaN, "NaN")]
    [InlineData(double.PositiveInfinity, "Infinity")]
    [InlineData(double.NegativeInfinity, "-Infinity")]
    [InlineData(-0.5, "-0.5")]
    public async Task Impossible_figures_are_reported_together(double value, string shown)
    {
        const string Rest = ". Expected: zero or more, and finite. "
            + "Was something divided by zero, or set to a placeholder for an unknown value? Use null for an unknown value.";
        var time = TimeSpan.FromMilliseconds(-1);

        var problems = await Problems(WithSecond(_ => Task.FromResult(
            new LoadSample(value) { Failed = -1, P50 = time, P99 = time, AllocatedBytesPerRequest = value, CpuTimePerRequest = time })));

        Assert.Equal(
            new[]
            {
                $"Rps of {shown}", "Failed of -1", "P50 of -1 ms", "P99 of -1 ms", $"AllocatedBytesPerRequest of {shown}", "CpuTimePerRequest of -1 ms",
            }.Select(f => $"The variant 'b' in round 1 measured a {f}{Rest}"),
            problems);
    }

    [Fact]
    public async Task Figures_of_a_cancelled_variant_are_not_checked()
    {
        using var cancellation = new CancellationTokenSource();

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => WithSecond(async _ =>
        {
            await cancellation.CancelAsync();
            return new LoadSample(double.NaN);
        }).RunAsync(cancellation.Token));
    }

    [Fact]
    public async Task A_round_without_throughput_of_the_reference_leaves_no_ratios()
    {
        var round = 0;
        var result = await LoadTest.Experiment()
            .Add("a", _ => Sample(round++ == 1 ? 0 : 100)).Add("b", _ => Sample(50)).Add("c", _ => Sample(0)).Rounds(3).RunAsync();

        Assert.All(result.Variants, v => Assert.Equal((null, null, null), (v.Ratio, v.LowestRatio, v.HighestRatio)));
        Assert.Equal((100, 50, 0), (result["a"].Rps, result["b"].Rps, result["c"].Rps));
        Assert.Equal(
            """
            Variant  RPS  Ratio  Spread  p50 ms  p99 ms  Failed  B/request  CPU us
            a        100      -       -       -       -       0          -       -
            b         50      -       -       -       -       0          -       -
            c          0      -       -       -       -       0          -       -
            Ratios are not available because the reference 'a' had 0 RPS in one or more rounds.
            """,
            result.ToString());
    }

    [Fact]
    public async Task Findings_about_rounds_are_listed_below_the_table()
    {
        var round = 0;
        var finding = new Finding("NotSteady", FindingSeverity.Warning, "It was not steady.", "Wait.");
        var result = await LoadTest.Experiment()
            .Add("a", _ => Sample(100)).Add("b", _ => Task.FromResult(new LoadSample(50) { Findings = round++ == 1 ? [] : [finding] })).Rounds(3).RunAsync();

        Assert.Equal([finding], result["b"].Findings);
        Assert.EndsWith($"{Environment.NewLine}b, in 2 of 3 rounds: Warning NotSteady: It was not steady. Wait.", result.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_finding_about_every_variant_is_listed_once()
    {
        var finding = new Finding("DebugBuild", FindingSeverity.Warning, "Built without optimizations.", "Build in Release.");
        var sample = Task.FromResult(new LoadSample(50) { Findings = [finding] });
        var result = await LoadTest.Experiment().Add("a", _ => sample).Add("b", _ => sample).Rounds(2).RunAsync();

        Assert.EndsWith($"{Environment.NewLine}Every variant, in 2 of 2 rounds: {finding}", result.ToString(), StringComparison.Ordinal);
        Assert.Single(result.ToString().Split(Environment.NewLine), l => l.Contains("DebugBuild", StringComparison.Ordinal));
    }

    [Fact]
    public void Generator_figures_are_not_shown_as_those_of_a_stopped_app()
    {
        var result = MadeUp.Result(new LatencyHistogram()) with
        {
            Memory = MemoryFigures.NotAvailable,
            HasAppExited = true,
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
        var result = await LoadTest.Experiment().Add("a", _ => Sample(100)).Add("b", _ => Sample(0)).RunAsync();

        Assert.Equal((0, 0, 0), (result["b"].Ratio, result["b"].LowestRatio, result["b"].HighestRatio));
    }

    [Fact]
    public async Task One_variant_is_not_enough() => Assert.Equal(
        "The experiment has 1 variant. Expected: two or more. Add the variants to compare.",
        Assert.Single((await Assert.ThrowsAsync<LoadTestException>(() => LoadTest.Experiment().Add("a", _ => Sample(1)).RunAsync())).Problems));

    [Fact]
    public async Task An_unknown_variant_is_an_error()
    {
        var result = await LoadTest.Experiment().Add("a", _ => Sample(1)).Add("b", _ => Sample(1)).RunAsync();

        Assert.StartsWith("There is no variant 'c'; there are a, b.", Assert.Throws<ArgumentException>(() => result["c"]).Message, StringComparison.Ordinal);
    }

    private static async Task<IReadOnlyList<string>> Problems(LoadExperiment experiment) =>
        (await Assert.ThrowsAsync<LoadTestException>(() => experiment.RunAsync())).Problems;

    private static LoadExperiment WithSecond(Func<int, Task<LoadSample>> measure)
    {
        var round = 0;
        return LoadTest.Experiment().Add("a", _ => Sample(1)).Add("b", _ => measure(++round));
    }

    private static Task<LoadSample> Sample(double rps) => Task.FromResult(new LoadSample(rps));
}
