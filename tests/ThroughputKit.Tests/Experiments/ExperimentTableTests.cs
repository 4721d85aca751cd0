namespace ThroughputKit.Tests.Experiments;

/// <summary>The table of an experiment, with made-up figures.</summary>
public class ExperimentTableTests
{
    [Fact]
    public async Task Is_written_as_a_table_with_the_chosen_reference()
    {
        var result = await LoadTest.Experiment()
            .Add("wrk", _ => Task.FromResult(new LoadSample(80_000)))
            .Add("kit", _ => Task.FromResult(new LoadSample(100_000)
            {
                Mean = TimeSpan.FromMilliseconds(0.64),
                P50 = TimeSpan.FromMilliseconds(0.5),
                P99 = TimeSpan.FromMilliseconds(2),
                AllocatedBytesPerRequest = 0.3,
                CpuTimePerRequest = TimeSpan.FromMicroseconds(6.5),
            }))
            .Reference("wrk").InRounds(2).RunAsync();

        Assert.Equal(
            """
            Variant      RPS  Ratio  95% interval  Mean ms  p50 ms  p99 ms  Failed  B/request  CPU us
            wrk       80,000  1.000             -        -       -       -       0          -       -
            kit      100,000  1.250             -     0.64    0.50    2.00       0        0.3     6.5
            """,
            result.ToString());
        Assert.Equal(
            """
            | Variant | RPS | Ratio | 95% interval | Mean ms | p50 ms | p99 ms | Failed | B/request | CPU us |
            | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
            | wrk | 80,000 | 1.000 | - | - | - | - | 0 | - | - |
            | kit | 100,000 | 1.250 | - | 0.64 | 0.50 | 2.00 | 0 | 0.3 | 6.5 |
            """,
            result.ToMarkdown());
    }

    [Fact]
    public async Task A_ratio_that_may_be_1_is_marked()
    {
        var round = 0;
        var result = await LoadTest.Experiment()
            .Add("a", _ => Sample(100)).Add("b", _ => Sample(90 + (4 * round++))).Add("c", _ => Sample(80)).InRounds().RunAsync();

        Assert.Equal([false, false, true], result.Variants.Select(v => v.Ratio!.IsDistinct));
        Assert.Equal(
            """
            Variant  RPS   Ratio    95% interval  Failed
            a        100   1.000               -       0
            b        100  1.000~  0.900 to 1.100       0
            c         80   0.800  0.800 to 0.800       0
            ~ The interval contains 1: no difference was shown.
            """,
            result.ToString());
    }

    [Fact]
    public async Task Memory_and_start_are_shown_for_apps_in_processes_of_their_own()
    {
        var result = await LoadTest.Experiment()
            .Add("a", _ => Sample(100))
            .Add("b", _ => Task.FromResult(new LoadSample(100) { WorkingSetPeak = 123_400_000, FirstResponse = TimeSpan.FromMilliseconds(12.34) }))
            .InRounds(1).RunAsync();

        Assert.Equal(
            """
            Variant  RPS  Ratio  95% interval  Failed  Memory MB  First ms
            a        100  1.000             -       0          -         -
            b        100  1.000             -       0        123      12.3
            """,
            result.ToString());
    }

    [Fact]
    public async Task A_round_without_throughput_of_the_reference_leaves_no_ratios()
    {
        var round = 0;
        var result = await LoadTest.Experiment()
            .Add("a", _ => Sample(round++ == 1 ? 0 : 100)).Add("b", _ => Sample(50)).Add("c", _ => Sample(0)).InRounds(3).RunAsync();

        Assert.All(result.Variants, v => Assert.Null(v.Ratio));
        Assert.Equal((100, 50, 0), (result["a"].Rps, result["b"].Rps, result["c"].Rps));
        Assert.Equal(
            """
            Variant  RPS  Ratio  95% interval  Failed
            a        100      -             -       0
            b         50      -             -       0
            c          0      -             -       0
            Ratios are not available because requests of the reference 'a' failed, or it had 0 RPS.
            """,
            result.ToString());
    }

    [Fact]
    public async Task Findings_about_rounds_are_listed_below_the_table()
    {
        var round = 0;
        var finding = new Finding("NotSteady", FindingSeverity.Warning, "It was not steady.", "Wait.");
        var result = await LoadTest.Experiment()
            .Add("a", _ => Sample(100)).Add("b", _ => Task.FromResult(new LoadSample(50) { Findings = round++ == 1 ? [] : [finding] })).InRounds(3).RunAsync();

        Assert.Equal([finding], result["b"].Findings);
        Assert.EndsWith($"{Environment.NewLine}b, in 2 of 3 rounds: Warning NotSteady: It was not steady. Wait.", result.ToString(), StringComparison.Ordinal);
        Assert.EndsWith($" |{Environment.NewLine}{Environment.NewLine}- b, in 2 of 3 rounds: Warning NotSteady: It was not steady. Wait.", result.ToMarkdown(), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("a", "not steady", "not steady")]
    [InlineData("b", "not steady", "0.800 to 0.800")]
    public async Task No_interval_is_shown_for_code_that_was_not_steady(string unsteady, string ofB, string ofC)
    {
        var finding = new Finding("NotSteady", FindingSeverity.Warning, "It was not steady.", "Wait.");
        var result = await LoadTest.Experiment().Add("a", _ => Measure("a", 100)).Add("b", _ => Measure("b", 50)).Add("c", _ => Measure("c", 80)).InRounds().RunAsync();

        var rows = result.ToString().Split(Environment.NewLine);
        Assert.Contains($" {ofB} ", rows[2], StringComparison.Ordinal);
        Assert.Contains($" {ofC} ", rows[3], StringComparison.Ordinal);

        Task<LoadSample> Measure(string name, double rps) => Task.FromResult(new LoadSample(rps) { Findings = name == unsteady ? [finding] : [] });
    }

    [Fact]
    public async Task Nothing_is_said_about_the_difference_of_code_that_was_not_steady()
    {
        var finding = new Finding("NotSteady", FindingSeverity.Warning, "It was not steady.", "Wait.");
        var round = 0;
        var result = await LoadTest.Experiment()
            .Add("a", _ => Sample(100)).Add("b", _ => Task.FromResult(new LoadSample(90 + (4 * round++)) { Findings = [finding] })).InRounds().RunAsync();

        Assert.False(result["b"].Ratio!.IsDistinct);
        Assert.DoesNotContain("~", result.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_finding_about_every_variant_is_listed_once()
    {
        var finding = new Finding("DebugBuild", FindingSeverity.Warning, "Built without optimizations.", "Build in Release.");
        var sample = Task.FromResult(new LoadSample(50) { Findings = [finding] });
        var result = await LoadTest.Experiment().Add("a", _ => sample).Add("b", _ => sample).InRounds(2).RunAsync();

        Assert.EndsWith($"{Environment.NewLine}Every variant, in 2 of 2 rounds: {finding}", result.ToString(), StringComparison.Ordinal);
        Assert.Single(result.ToString().Split(Environment.NewLine), l => l.Contains("DebugBuild", StringComparison.Ordinal));
    }

    [Fact]
    public void Intervals_that_are_not_narrow_enough_are_named()
    {
        var sample = new LoadSample(100);
        var result = new LoadExperimentResult(
            [
                new VariantFigures("a", [sample], RatioFigures.OfReference),
                new VariantFigures("b", [sample], new RatioFigures(2, 1.95, 2.05)),
                new VariantFigures("c", [sample], new RatioFigures(1, 0.95, 1.02)),
                new VariantFigures("d", [sample], null),
                new VariantFigures("e", [sample], new RatioFigures(2, 1.9, 2.1)) { IsTooWideByApps = true },
                new VariantFigures("f", [sample], new RatioFigures(2, 1.9, 2.1)),
                new VariantFigures("g", [sample], new RatioFigures(2, 1.9, 2.1)),
            ],
            "a")
        { WithinPercent = 3 };

        Assert.EndsWith(
            """
            ~ The interval contains 1: no difference was shown.
            No ratio for d: requests failed, or too little was measured (then set a longer MeasureFor).
            The intervals of c, f and g are wider than +-3%. Set a longer MeasureFor, or use a quieter machine.
            The interval of e is wider than +-3%. Two instances of identical code may differ by as much, so only more instances make it narrower: a longer MeasureFor starts them if the kit starts the apps.
            """,
            result.ToString(),
            StringComparison.Ordinal);
    }

    [Fact]
    public void Text_of_several_lines_stays_in_its_cell_and_its_note()
    {
        var failed = new LoadSample(50) { Findings = [new Finding("NotSteady", FindingSeverity.Warning, "One\n## Two", "\u001b[31mWait.")] };
        var result = new LoadExperimentResult([new VariantFigures("a\n|b", [failed], RatioFigures.OfReference)], "a\n|b");

        var lines = result.ToMarkdown().Split(Environment.NewLine);

        Assert.StartsWith(@"| a\\n\|b | 50 |", lines[2], StringComparison.Ordinal);
        Assert.EndsWith(@"One<br>\#\# Two \\x1b\[31mWait.", lines[^1], StringComparison.Ordinal);
        Assert.DoesNotContain(lines, l => l.Contains('\n', StringComparison.Ordinal));
    }

    private static Task<LoadSample> Sample(double rps) => Task.FromResult(new LoadSample(rps));
}
