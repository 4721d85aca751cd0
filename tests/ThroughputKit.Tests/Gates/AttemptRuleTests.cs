using ThroughputKit.Gates;
using ThroughputKit.Measurement;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Gates;

/// <summary>Limits of 1,000 RPS against attempts whose batches differ as they may.</summary>
public class AttemptRuleTests
{
    private static readonly Figure _rps = Figures.All.Single(f => f.Gate == nameof(LoadGates.MinRps));

    [Fact]
    public void One_attempt_clearly_within_the_limit_is_enough() => Assert.Equal(Decision.Within, Judge(Attempt(1_200, spread: 20)));

    [Fact]
    public void One_attempt_near_the_limit_is_not() => Assert.Equal(Decision.Open, Judge(Attempt(1_010, spread: 100)));

    [Fact]
    public void One_attempt_of_many_that_could_be_within_the_limit_is_no_failure() =>
        Assert.Equal(Decision.Open, Judge(Attempt(500, spread: 10), Attempt(500, spread: 10), Attempt(990, spread: 100)));

    [Fact]
    public void Every_attempt_clearly_beyond_the_limit_is_a_failure() =>
        Assert.Equal(Decision.Beyond, Judge(Attempt(500, spread: 10), Attempt(900, spread: 10), Attempt(700, spread: 10)));

    [Fact]
    public void Attempts_that_are_within_the_limit_only_together_pass() =>
        Assert.Equal(Decision.Within, Judge(Attempt(1_015, spread: 40), Attempt(1_015, spread: 40), Attempt(1_015, spread: 40)));

    [Fact]
    public void One_slow_attempt_can_not_be_averaged_away() => Assert.Equal(Decision.Open, Judge(Attempt(1_200, spread: 10), Attempt(400, spread: 10)));

    [Fact]
    public void Without_parts_the_values_count()
    {
        Assert.Equal(Decision.Within, Judge(Attempt(1_001, spread: 0) with { Batches = [] }));
        Assert.Equal(Decision.Beyond, Judge(Attempt(999, spread: 0) with { Batches = [] }));
    }

    [Fact]
    public void The_figure_of_several_attempts_is_that_of_all_requests()
    {
        var standing = AttemptRule.Judge(_rps, 1_000, [Attempt(1_000, spread: 1), Attempt(500, spread: 1) with { Duration = TimeSpan.FromSeconds(15), Succeeded = 7_500 }]);

        Assert.Equal(625, standing.Value);
        Assert.Equal(2, standing.Attempts);
    }

    [Fact]
    public void A_percentile_of_several_attempts_is_that_of_all_latencies()
    {
        var p50 = Figures.All.Single(f => f.Gate == nameof(LoadGates.MaxP50Ms));
        var (one, ten) = (new LatencyHistogram(), new LatencyHistogram());
        for (var i = 0; i < LatencyFigures.LeastForMedian; i++)
        {
            one.Record(1_000_000);
        }

        ten.Record(10_000_000);

        var standing = AttemptRule.Judge(p50, 5, [MadeUp.Result(one), MadeUp.Result(ten)]);

        Assert.InRange(standing.Value, 1, 1.01);
        Assert.Equal(Decision.Within, standing.Decision);
    }

    [Theory]
    [InlineData(nameof(LoadGates.MaxP50Ms), 19, 20)]
    [InlineData(nameof(LoadGates.MaxP95Ms), 199, 200)]
    [InlineData(nameof(LoadGates.MaxP99Ms), 999, 1_000)]
    public void A_percentile_of_too_few_requests_is_never_within(string gate, int few, int enough)
    {
        var figure = Figures.All.Single(f => f.Gate == gate);

        var open = AttemptRule.Judge(figure, 5, [OfLatencies(few)]);

        Assert.Equal((Decision.Open, 1L), (open.Decision, open.Lacks));
        Assert.EndsWith($"That takes {enough:N0} requests that succeed: let it last longer, send 1 more, or judge a lower percentile.", GateText.Open(figure, 5, open, [OfLatencies(few)]), StringComparison.Ordinal);
        Assert.Equal(Decision.Within, AttemptRule.Judge(figure, 5, [OfLatencies(enough)]).Decision);
        Assert.Equal(Decision.Within, AttemptRule.Judge(figure, 5, [OfLatencies(few), OfLatencies(1)]).Decision); // together there are enough
        Assert.Equal(Decision.Beyond, AttemptRule.Judge(figure, 0.5, [OfLatencies(few)]).Decision);
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

    private static Decision Judge(params LoadResult[] attempts) => AttemptRule.Judge(_rps, 1_000, attempts).Decision;

    // Twenty batches that swing evenly around the figure.
    private static LoadResult Attempt(double rps, double spread) => MadeUp.Result(new LatencyHistogram()) with
    {
        Duration = TimeSpan.FromSeconds(5),
        Succeeded = (long)(5 * rps),
        RequestsPerSecond = rps,
        Batches = [.. Enumerable.Range(0, 20).Select(i => new Batch(TimeSpan.FromSeconds(1), (long)(rps + (i % 2 == 0 ? spread : -spread)), 0, 0, 0, 0))],
    };
}
