using System.Globalization;
using ThroughputKit.Gates;
using ThroughputKit.Recording;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Gates;

/// <summary>Limits, mostly of 1,000 RPS, against attempts whose batches differ as they may.</summary>
public class AttemptRuleTests
{
    private static readonly Figure _rps = Figures.All.Single(f => f.Gate == nameof(LoadGates.MinRps));

    [Fact]
    public void One_attempt_clearly_within_the_limit_is_enough() => Assert.Equal(GateVerdict.Passed, Judge(Attempt(1_450, spread: 20)));

    [Fact]
    public void One_attempt_within_the_limit_only_by_its_own_parts_is_not_enough() => Assert.Equal(GateVerdict.Inconclusive, Judge(Attempt(1_200, spread: 20)));

    [Fact]
    public void One_attempt_near_the_limit_is_not_enough() => Assert.Equal(GateVerdict.Inconclusive, Judge(Attempt(1_010, spread: 100)));

    [Fact]
    public void One_attempt_that_could_be_within_the_limit_prevents_a_failure() =>
        Assert.Equal(GateVerdict.Inconclusive, Judge(Attempt(500, spread: 10), Attempt(500, spread: 10), Attempt(990, spread: 100)));

    [Fact]
    public void Every_attempt_clearly_beyond_the_limit_is_a_failure() =>
        Assert.Equal(GateVerdict.Failed, Judge(Attempt(500, spread: 10), Attempt(900, spread: 10), Attempt(700, spread: 10)));

    [Fact]
    public void Attempts_that_agree_pass_only_together()
    {
        var attempt = Attempt(1_250, spread: 40);

        Assert.Equal(GateVerdict.Inconclusive, Judge(attempt));
        Assert.Equal(GateVerdict.Inconclusive, Judge(attempt, attempt));
        Assert.Equal(GateVerdict.Passed, Judge(attempt, attempt, attempt));
    }

    [Fact]
    public void Attempts_on_both_sides_of_the_limit_do_not_pass_by_their_mean()
    {
        // 112 and then 96 ms where 110 are allowed: as if they were one sample, 104 +- 2.7.
        var mean = Figures.All.Single(f => f.Gate == nameof(LoadGates.MaxMeanLatencyMs));
        LoadResult[] attempts = [OfMean(112), OfMean(96)];

        var position = AttemptRule.Judge(mean, 110, attempts);

        Assert.Equal(GateVerdict.Inconclusive, position.Verdict);
        Assert.InRange(position.Interval!.Value.Low, 70, 85);
        Assert.InRange(position.Interval!.Value.High, 130, 145);
        Assert.Matches(
            "; 95% interval [0-9.]+ to 1[34][0-9.]+; 2 attempts: 112.00, 96.00. Too close to the limit to pass or fail: .* This would have passed with a limit of 1[34][0-9.]+.$",
            GateText.Inconclusive(mean, 110, position, attempts));
    }

    [Theory]
    [InlineData(0.53)]
    [InlineData(7.77)]
    public void A_suggested_limit_passes(double ms)
    {
        var (figure, attempt) = (Figures.Of(nameof(LoadGates.MaxMeanLatencyMs)), OfMean(ms));
        var text = GateText.Inconclusive(figure, ms, AttemptRule.Judge(figure, ms, [attempt]), [attempt]);

        var suggested = double.Parse(text.Split(" with a limit of ")[1].TrimEnd('.'), CultureInfo.InvariantCulture);

        Assert.Equal(GateVerdict.Passed, AttemptRule.Judge(figure, suggested, [attempt]).Verdict);
    }

    [Fact]
    public void One_slow_attempt_cannot_be_averaged_away() => Assert.Equal(GateVerdict.Inconclusive, Judge(Attempt(1_200, spread: 10), Attempt(400, spread: 10)));

    [Fact]
    public void Without_parts_the_variation_between_attempts_decides()
    {
        Assert.Equal(GateVerdict.Passed, Judge(Attempt(1_450, spread: 0) with { Batches = [] }));
        Assert.Equal(GateVerdict.Inconclusive, Judge(Attempt(1_001, spread: 0) with { Batches = [] }));
        Assert.Equal(GateVerdict.Failed, Judge(Attempt(999, spread: 0) with { Batches = [] }));
    }

    [Fact]
    public void The_figure_of_several_attempts_is_that_of_all_requests()
    {
        var position = AttemptRule.Judge(_rps, 1_000, [Attempt(1_000, spread: 1), Attempt(500, spread: 1) with { Duration = TimeSpan.FromSeconds(15), Succeeded = 7_500 }]);

        Assert.Equal(625, position.Value);
        Assert.Equal(2, position.Attempts);
    }

    [Fact]
    public void A_percentile_of_several_attempts_is_that_of_all_latencies()
    {
        var p50 = Figures.All.Single(f => f.Gate == nameof(LoadGates.MaxP50LatencyMs));
        var (one, ten) = (new LatencyHistogram(), new LatencyHistogram());
        for (var i = 0; i < LatencyFigures.MinForMedian; i++)
        {
            one.Record(1_000_000);
        }

        ten.Record(10_000_000);

        var position = AttemptRule.Judge(p50, 5, [MadeUp.Result(one), MadeUp.Result(ten)]);

        Assert.InRange(position.Value, 1, 1.01);
        Assert.Equal(GateVerdict.Inconclusive, position.Verdict); // 1 ms and 10 ms can't be readings of the same figure
    }

    [Theory]
    [InlineData(nameof(LoadGates.MaxP50LatencyMs), 19, 20)]
    [InlineData(nameof(LoadGates.MaxP95LatencyMs), 199, 200)]
    [InlineData(nameof(LoadGates.MaxP99LatencyMs), 999, 1_000)]
    public void A_percentile_of_too_few_requests_is_never_within(string gate, int few, int enough)
    {
        var figure = Figures.All.Single(f => f.Gate == gate);

        var open = AttemptRule.Judge(figure, 5, [OfLatencies(few)]);

        Assert.Equal((GateVerdict.Inconclusive, 1L), (open.Verdict, open.MissingRequests));
        Assert.EndsWith($"This percentile needs {enough:N0} successful requests: lengthen the run, send 1 more, or gate a lower percentile.", GateText.Inconclusive(figure, 5, open, [OfLatencies(few)]), StringComparison.Ordinal);
        Assert.Equal(GateVerdict.Passed, AttemptRule.Judge(figure, 5, [OfLatencies(enough)]).Verdict);
        Assert.Equal(GateVerdict.Passed, AttemptRule.Judge(figure, 5, [OfLatencies(few), OfLatencies(1)]).Verdict); // together there are enough
        Assert.Equal(GateVerdict.Failed, AttemptRule.Judge(figure, 0.5, [OfLatencies(few)]).Verdict);
    }

    [Fact]
    public void A_part_without_a_success_has_no_throughput()
    {
        var attempt = Attempt(1_500, spread: 0) with { Batches = [.. Enumerable.Range(0, 20).Select(i => new Batch(TimeSpan.FromSeconds(0.25), i < 5 ? 0 : 500, 0, 0, 0, 0))] };
        var without = attempt with { Batches = [.. attempt.Batches.Where(b => b.Succeeded > 0)] };

        Assert.Equal(GateVerdict.Passed, AttemptRule.Judge(_rps, 900, [without]).Verdict);
        Assert.Equal(GateVerdict.Inconclusive, AttemptRule.Judge(_rps, 900, [attempt]).Verdict);
    }

    [Fact]
    public void A_part_without_a_success_counts_as_a_latency_as_long_as_the_gap()
    {
        var mean = Figures.All.Single(f => f.Gate == nameof(LoadGates.MaxMeanLatencyMs));
        var attempt = OfMean(10);
        var stalled = attempt with { Batches = [.. attempt.Batches.Select((b, i) => i is 7 or 8 or 9 ? new Batch(b.Length, 0, 0, 0, 0, 0) : b)] };

        Assert.Equal(GateVerdict.Passed, AttemptRule.Judge(mean, 50, [attempt]).Verdict);
        Assert.Equal(GateVerdict.Inconclusive, AttemptRule.Judge(mean, 50, [stalled]).Verdict);
        Assert.Equal(GateVerdict.Failed, AttemptRule.Judge(mean, 5, [stalled]).Verdict);
    }

    [Fact]
    public void A_part_in_which_all_users_paused_is_no_gap()
    {
        var mean = Figures.All.Single(f => f.Gate == nameof(LoadGates.MaxMeanLatencyMs));
        var attempt = OfMean(10);
        var paused = attempt with { Batches = [.. attempt.Batches.Select((b, i) => i > 7 ? new Batch(b.Length, 0, 0, 0, 0, 0) { IsIdle = true } : b)] };

        Assert.Equal(GateVerdict.Passed, AttemptRule.Judge(mean, 50, [paused]).Verdict);
    }

    [Fact]
    public void A_part_that_is_shorter_than_a_request_is_not_evidence()
    {
        var mean = Figures.All.Single(f => f.Gate == nameof(LoadGates.MaxMeanLatencyMs));
        var attempt = OfMean(1_000);
        var slow = attempt with { Batches = [.. attempt.Batches.Select((b, i) => i % 4 < 3 ? new Batch(b.Length, 0, 0, 0, 0, 0) : b)] };

        Assert.Equal(GateVerdict.Passed, AttemptRule.Judge(mean, 1_500, [slow]).Verdict);
    }

    [Fact]
    public void A_figure_that_counts_as_measured_has_no_interval()
    {
        var position = AttemptRule.Judge(_rps, 1_000, [Attempt(1_001, spread: 100)], hasNoInterval: true);

        Assert.Equal((GateVerdict.Passed, null), (position.Verdict, position.Interval));
    }

    [Fact]
    public void Attempts_that_disagree_have_no_interval_and_no_suggestion()
    {
        var mean = Figures.All.Single(f => f.Gate == nameof(LoadGates.MaxMeanLatencyMs));
        LoadResult[] attempts = [OfMean(3_221), OfMean(1.47), OfMean(3.21)];

        var position = AttemptRule.Judge(mean, 10, attempts);

        Assert.Equal(GateVerdict.Inconclusive, position.Verdict);
        Assert.Matches(
            "^1,0[0-9.]+ ms mean latency; limit 10.00; 3 attempts: 3,2[0-9.]+, 1.4[0-9], 3.2[0-9]. "
            + "The attempts disagree too much to pass or fail. Was the machine busy at times, or does the app stall\\?$",
            GateText.Inconclusive(mean, 10, position, attempts));
    }

    // Parts of 5 ms and, in a quarter of the time, of 150 ms: few requests are that slow if all wait for their responses, and a quarter of them at a set rate.
    [Theory]
    [InlineData(8, 1, GateVerdict.Failed)]
    [InlineData(8, 4.9, GateVerdict.Failed)]
    [InlineData(8, 7, GateVerdict.Inconclusive)]
    [InlineData(41, 4.9, GateVerdict.Failed)]
    [InlineData(41, 25, GateVerdict.Inconclusive)] // with fewer slow parts the mean could be within
    public void Slow_phases_do_not_save_a_figure_that_no_part_kept(double milliseconds, double limit, GateVerdict expected)
    {
        var mean = Figures.Of(nameof(LoadGates.MaxMeanLatencyMs));
        var attempt = OfMean(milliseconds) with
        {
            Batches = [.. Enumerable.Range(0, 20).Select(i => new Batch(TimeSpan.FromSeconds(0.25), 100, i % 4 == 0 ? 150e6 : 5e6, 0, 0, 0))],
        };

        var position = AttemptRule.Judge(mean, limit, [attempt, attempt, attempt]);

        Assert.Equal(expected, position.Verdict);
        Assert.DoesNotContain("The attempts disagree", GateText.Inconclusive(mean, limit, position, [attempt, attempt, attempt]), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(GateVerdict.Passed, 70, 29.36, 3.39, 2.52)]
    [InlineData(GateVerdict.Passed, 70, 48, 3)] // one alone passes up to 49.4
    [InlineData(GateVerdict.Inconclusive, 70, 62.13, 18.22, 18.74)]
    public void Attempts_that_differ_pass_if_each_is_as_far_within_as_a_single_one_must_be(
        GateVerdict expected, double limit, double first, double second, double? third = null)
    {
        LoadResult[] attempts = [OfMean(first), OfMean(second), .. third is { } last ? [OfMean(last)] : Array.Empty<LoadResult>()];

        Assert.Equal(expected, AttemptRule.Judge(Figures.Of(nameof(LoadGates.MaxMeanLatencyMs)), limit, attempts).Verdict);
    }

    [Fact]
    public void The_whole_interval_of_each_attempts_own_parts_must_be_within_the_limit_too()
    {
        LoadResult[] steady = [Attempt(1_600, spread: 100), Attempt(20_000, spread: 100)];
        LoadResult[] unsteady = [Attempt(1_600, spread: 1_500), Attempt(20_000, spread: 100)];

        Assert.Equal(GateVerdict.Passed, Judge(steady));
        Assert.Equal(GateVerdict.Inconclusive, Judge(unsteady));
    }

    [Fact]
    public void A_failure_shows_the_intervals_of_its_attempts()
    {
        LoadResult[] attempts = [Attempt(500, spread: 10), Attempt(900, spread: 10)];

        Assert.Matches(
            "^700 RPS; minimum 1,000 \\(30.0% under\\); 2 attempts: 500, 900; the attempts' own 95% intervals span 49[0-9] to 90[0-9]. This would have passed with a minimum of [0-9]+.$",
            GateText.Failed(_rps, 1_000, AttemptRule.Judge(_rps, 1_000, attempts), attempts));
    }

    // Twenty parts of a quarter of a second, which alternate evenly around the mean by 2%.
    private static LoadResult OfMean(double milliseconds)
    {
        var latencies = new LatencyHistogram();
        latencies.Record((long)(milliseconds * 1e6));
        return MadeUp.Result(latencies) with
        {
            Batches = [.. Enumerable.Range(0, 20).Select(i => new Batch(TimeSpan.FromSeconds(0.25), 100, milliseconds * 1e6 * (i % 2 == 0 ? 1.02 : 0.98), 0, 0, 0))],
        };
    }

    private static LoadResult OfLatencies(int count)
    {
        var latencies = new LatencyHistogram();
        for (var i = 0; i < count; i++)
        {
            latencies.Record(1_000_000);
        }

        return MadeUp.Result(latencies);
    }

    private static GateVerdict Judge(params LoadResult[] attempts) => AttemptRule.Judge(_rps, 1_000, attempts).Verdict;

    // Twenty batches that alternate evenly around the figure.
    private static LoadResult Attempt(double rps, double spread) => MadeUp.Result(new LatencyHistogram()) with
    {
        Duration = TimeSpan.FromSeconds(5),
        Succeeded = (long)(5 * rps),
        Rps = rps,
        Batches = [.. Enumerable.Range(0, 20).Select(i => new Batch(TimeSpan.FromSeconds(1), (long)(rps + (i % 2 == 0 ? spread : -spread)), 0, 0, 0, 0))],
    };
}
