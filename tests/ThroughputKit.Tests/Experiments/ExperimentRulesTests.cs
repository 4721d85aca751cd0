using ThroughputKit.Experiments;
using ThroughputKit.Planning;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Experiments;

/// <summary>Experiments and samples that are refused.</summary>
public class ExperimentRulesTests
{
    private static readonly string[] _names = ["a", "b", "c"];

    [Fact]
    public async Task A_time_and_a_precision_are_for_slices_only()
    {
        var test = LoadTest.Against("http://localhost:1").Get("/");

        Assert.Equal(
            ["InRounds is set, and so is MeasureFor. Expected: InRounds for whole runs, or MeasureFor and UntilWithin for short slices. Leave one of them out."],
            await Problems(LoadTest.Experiment().Add("a", test).Add("b", test).InRounds(2).MeasureFor(TimeSpan.FromSeconds(2))));
        Assert.Equal(
            ["InRounds is set, and so is MeasureFor and UntilWithin"],
            (await Problems(LoadTest.Experiment().Add("a", test).Add("b", test.AtRate(100)).InRounds().MeasureFor(TimeSpan.FromSeconds(2)).UntilWithin(percent: 3)))
                .Select(p => p.Split('.')[0]));
        Assert.Equal(
            ["MeasureFor is 0.5 s. Expected: 1 s to 1 h. It is the time in which slices of all variants are measured."],
            await Problems(LoadTest.Experiment().Add("a", test).Add("b", test).MeasureFor(TimeSpan.FromSeconds(0.5))));
    }

    [Fact]
    public async Task Only_what_it_is_told_changes_the_method()
    {
        var test = LoadTest.Against("http://localhost:1").Get("/");
        var experiment = LoadTest.Experiment().Add("plain", test.With(o => o.Duration = TimeSpan.FromSeconds(1))).Add("other", _ => Sample(1)).Add("rated", test.AtRate(100))
            .Add("counted", test.Sending(5))
            .Add("chain", test.AsChain()).Add("users", test.AsChain().WithUsers(LoadUsers.From(1).Hold(TimeSpan.FromSeconds(1)))).Add("scenario", LoadTest.Against("http://localhost:1").Scenario("a", (_, _) => Task.CompletedTask));

        Assert.Equal(
            ["The variants are to be measured in short slices, which take turns, but 'other' is no load test, 'rated' has a rate, 'counted' has a number of requests, "
                + "'users' has users that come and go, 'scenario' has a scenario. Expected: load tests without a rate, a number of requests, users that come and go or a scenario; or InRounds(). "
                + "Add .InRounds(): each round then runs every variant once, with its own start and warm-up, which takes longer."],
            await Problems(experiment));
        Assert.Equal(["The experiment has 0 rounds"], (await Problems(experiment.InRounds(0))).Select(p => p.Split('.')[0]));
        Assert.Equal(["The experiment has 1,001 rounds"], (await Problems(experiment.InRounds(1_001))).Select(p => p.Split('.')[0]));
    }

    [Theory]
    [InlineData(double.NaN, "NaN")]
    [InlineData(0.09, "0.09")]
    [InlineData(50.1, "50.1")]
    [InlineData(double.PositiveInfinity, "Infinity")]
    public async Task A_precision_has_limits(double percent, string shown)
    {
        var test = LoadTest.Against("http://localhost:1").Get("/");

        Assert.Equal(
            [$"UntilWithin is {shown}. Expected: 0.1 to 50. It is the distance of the ends of an interval from its ratio, in percent of the ratio."],
            await Problems(LoadTest.Experiment().Add("a", test).Add("b", test).UntilWithin(percent)));
    }

    [Fact]
    public async Task Gates_are_refused()
    {
        var test = LoadTest.Against("http://localhost:1").Get("/");

        Assert.Equal(
            ["Variant 'b': It has gates. Expected: a load test without gates. An experiment compares and judges nothing. Leave Within out."],
            await Problems(LoadTest.Experiment().Add("a", test).Add("b", test.Within(new LoadGates { MinRps = 1 }))));
    }

    [Fact]
    public void A_duration_is_for_rounds_only()
    {
        var plan = LoadTest.Against("http://localhost:1").Get("/").With(o => o.Duration = TimeSpan.FromSeconds(2)).Plan;
        var experiment = new ExperimentPlan([.. _names.Select(n => new Variant(n, _ => Sample(1)) { Plan = plan with { Options = n == "b" ? plan.Options : new() } })]);

        Assert.Equal(
            "Variant 'b': It sets a Duration of 2 s. Expected: a load test without a duration, or InRounds. "
            + "The variants take turns in short slices. Limit the time of all together with .MeasureFor(...) of the experiment. To unset a duration that a helper sets, set o.Duration to null.",
            Assert.Single(ExperimentRules.Check(experiment)).ToString());
        Assert.Empty(ExperimentRules.Check(experiment with { Rounds = 6 }));
    }

    [Fact]
    public void The_connections_of_all_variants_need_descriptors_at_the_same_time()
    {
        var plan = LoadTest.Against("http://localhost:1").Get("/").With(o => o.Connections = 400).Plan;
        var experiment = new ExperimentPlan([.. _names.Select(n => new Variant(n, _ => Sample(1)) { Plan = plan })]);
        var few = new Descriptors(1_024, 50);

        var problem = Assert.Single(ExperimentRules.Check(experiment, few));

        Assert.StartsWith("The 3 load tests have 1,200 connections open at the same time, which need 1,300 file descriptors ", problem.Found, StringComparison.Ordinal);
        Assert.Equal("at most 291 for each", problem.Expected);
        Assert.StartsWith("InRounds() loads one variant at a time. Raise the hard limit ", problem.Cause, StringComparison.Ordinal);
        Assert.Empty(ExperimentRules.Check(experiment with { Rounds = 6 }, few));
    }

    [Fact]
    public async Task All_problems_are_reported_together() => Assert.Equal(
        [
            "Two variants are named 'a'. Expected: a different name for each variant. They would share one row of the table.",
            "The reference is 'c'. Expected: the name of a variant: a, a. Is it misspelt?",
            "The experiment has 0 rounds. Expected: 1 to 1,000. An interval needs six or more.",
        ],
        (await Assert.ThrowsAsync<LoadTestException>(() => LoadTest.Experiment().Add("a", _ => Sample(1)).Add("a", _ => Sample(1)).Reference("c").InRounds(0).RunAsync())).Problems);

    [Fact]
    public async Task Names_that_do_not_fit_into_a_row_are_reported_together() => Assert.Equal(
        [
            "Variant 1 is named ''. Expected: a name that is not blank. The table shows each variant by its name.",
            "Variant 2 is named ' \\t'. Expected: a name that is not blank. The table shows each variant by its name.",
            "Variant 3 is named 'a\\nb'. Expected: a name without line breaks or other control characters. The name must fit into one row of the table.",
            "Variant 4 is named 'a\\u2028b'. Expected: a name without line breaks or other control characters. The name must fit into one row of the table.",
            "Variant 5 is named 'a\\nb'. Expected: a name without line breaks or other control characters. The name must fit into one row of the table.",
            "Two variants are named 'a\\nb'. Expected: a different name for each variant. They would share one row of the table.",
            "The reference is 'b\\u001B'. Expected: the name of a variant: ,  \\t, a\\nb, a\\u2028b, a\\nb. Is it misspelt?",
        ],
        await Problems(LoadTest.Experiment()
            .Add("", _ => Sample(1)).Add(" \t", _ => Sample(1)).Add("a\nb", _ => Sample(1)).Add("a\u2028b", _ => Sample(1)).Add("a\nb", _ => Sample(1)).Reference("b\u001b").InRounds()));

    [Fact]
    public async Task Invalid_load_tests_are_reported_before_any_variant_is_measured()
    {
        var measured = 0;

        var problems = await Problems(LoadTest.Experiment()
            .Add("other", _ => Sample(++measured))
            .Add("wrong", LoadTest.Against("http://localhost:1").Get("hello").With(o => o.Connections = 0))
            .InRounds(0));

        Assert.Equal(
            ["The experiment has 0 rounds", "Variant 'wrong': The path is 'hello'", "Variant 'wrong': Connections is 0"], problems.Select(p => p.Split('.')[0]));
        Assert.Equal(0, measured);
    }

    [Fact]
    public async Task A_variant_that_returns_no_task_is_named_with_its_round() => Assert.Equal(
        ["The variant 'b' in round 2 returned no task. Expected: a Task<LoadSample>. Is the method meant to be async?"],
        (await Problems(WithSecond(round => round == 2 ? null! : Sample(1)))).Take(1));

    [Fact]
    public async Task A_variant_that_measures_null_is_named_with_its_round() => Assert.Equal(
        ["The variant 'b' in round 3 measured null. Expected: a LoadSample. Does it read a field or a property that is not set yet?"],
        (await Problems(WithSecond(round => round == 3 ? Task.FromResult<LoadSample>(null!) : Sample(1)))).Take(1));

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
            new LoadSample(value) { Failed = -1, Mean = time, P50 = time, P99 = time, AllocatedBytesPerRequest = value, CpuTimePerRequest = time, WorkingSetPeak = -1, FirstResponse = time })));

        Assert.Equal(
            new[]
            {
                $"Rps of {shown}", "Failed of -1", "Mean of -1 ms", "P50 of -1 ms", "P99 of -1 ms", $"AllocatedBytesPerRequest of {shown}", "CpuTimePerRequest of -1 ms", "WorkingSetPeak of -1", "FirstResponse of -1 ms",
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
    public async Task One_variant_is_not_enough() => Assert.Equal(
        "The experiment has 1 variant. Expected: two or more. Add the variants to compare.",
        Assert.Single((await Assert.ThrowsAsync<LoadTestException>(() => LoadTest.Experiment().Add("a", _ => Sample(1)).InRounds().RunAsync())).Problems));

    private static async Task<IReadOnlyList<string>> Problems(LoadExperiment experiment) =>
        (await Assert.ThrowsAsync<LoadTestException>(() => experiment.RunAsync())).Problems;

    private static LoadExperiment WithSecond(Func<int, Task<LoadSample>> measure)
    {
        var round = 0;
        return LoadTest.Experiment().Add("a", _ => Sample(1)).Add("b", _ => measure(++round)).InRounds();
    }

    private static Task<LoadSample> Sample(double rps) => Task.FromResult(new LoadSample(rps));
}
