using ThroughputKit.Comparison;
using ThroughputKit.Gates;

namespace ThroughputKit.Tests.Comparison;

/// <summary>A go at questions over made-up slices, as many as it asks for.</summary>
public class StageTests
{
    private static readonly Question _slowdown = Assert.Single(Question.Of(new ComparisonGates { MaxSlowdownPercent = 5 }));

    [Theory]
    [InlineData(100, nameof(Decision.Within))]
    [InlineData(96, nameof(Decision.Within))]
    [InlineData(94, nameof(Decision.Beyond))]
    [InlineData(50, nameof(Decision.Beyond))]
    public async Task A_clear_difference_is_decided(int candidate, string decision) =>
        Assert.Equal(decision, (await RunAsync(_ => 100, _ => candidate))[_slowdown].ToString());

    [Fact]
    public async Task What_drifts_is_no_difference() =>
        Assert.Equal(Decision.Within, (await RunAsync(slice => 100 + slice, slice => 100 + slice))[_slowdown]);

    [Fact]
    public async Task A_failed_request_ends_it()
    {
        var stage = await RunAsync(_ => Of(100), slice => Of(100) with { Failed = slice >= 6 ? 1 : 0 });

        Assert.True(stage.HasFailed);
        Assert.Equal(Decision.Open, stage[_slowdown]);
        Assert.Equal(3, stage.Pairs.Count);
    }

    [Fact]
    public async Task Slices_within_a_pause_count_and_do_not_pass()
    {
        var stage = await RunAsync(_ => Of(100), slice => slice % 20 < 2 ? Of(1) : Of(100));

        Assert.Equal(Decision.Open, stage[_slowdown]);
        Assert.Equal(100, stage.Pairs.Count);
    }

    [Fact]
    public async Task Slices_in_which_nothing_was_sent_are_left_out()
    {
        var stage = await RunAsync(_ => Of(100), slice => slice % 20 < 2 ? Of(0) : Of(100));

        Assert.Equal(Decision.Within, stage[_slowdown]);
        Assert.All(stage.Pairs, pair => Assert.NotEqual(0, pair.Candidate.Completed));
    }

    [Fact]
    public async Task Pairs_in_a_row_keep_opposite_orders_when_one_is_left_out()
    {
        // The machine becomes faster all the time, so that whoever comes second looks better; every seventh pair is left out.
        var stage = await RunAsync(slice => slice / 2 % 7 == 3 ? Of(0) : Of(100 * (slice + 10)), slice => slice / 2 % 7 == 3 ? Of(0) : Of(100 * (slice + 10)));

        Assert.Equal(0, stage.Pairs.Count % 2);
        Assert.All(stage.Pairs.Chunk(2), two => Assert.NotEqual(two[0].Reference.Completed < two[0].Candidate.Completed, two[1].Reference.Completed < two[1].Candidate.Completed));
    }

    [Fact]
    public async Task Ends_when_nothing_can_be_sent_at_all()
    {
        var stage = await RunAsync(_ => Of(0), _ => Of(0));

        Assert.Empty(stage.Pairs);
        Assert.Equal(Decision.Open, stage[_slowdown]);
    }

    [Fact]
    public async Task Without_a_question_it_measures_to_the_end()
    {
        var stage = new Stage([], []);
        var slices = 0;
        await stage.RunAsync(Measure, Measure, () => slices / 10.0, seed: 1, CancellationToken.None);

        Assert.Equal(6, stage.Pairs.Count); // pairs go by two

        Task<Slice> Measure(CancellationToken cancellationToken)
        {
            slices++;
            return Task.FromResult(Of(100));
        }
    }

    [Fact]
    public async Task Is_cancelled_between_slices()
    {
        using var cancel = new CancellationTokenSource();
        var stage = new Stage([], []);

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => stage.RunAsync(
            async _ =>
            {
                await cancel.CancelAsync();
                return Of(100);
            },
            _ => Task.FromResult(Of(100)),
            () => 0,
            seed: 1,
            cancel.Token));
    }

    // Each slice succeeds as often as its number among all slices says.
    private static Task<Stage> RunAsync(Func<int, int> reference, Func<int, int> candidate) => RunAsync(slice => Of(reference(slice)), slice => Of(candidate(slice)));

    private static async Task<Stage> RunAsync(Func<int, Slice> reference, Func<int, Slice> candidate)
    {
        var stage = new Stage([_slowdown], LookPlan.All);
        var slice = 0;
        await stage.RunAsync(_ => NextAsync(reference), _ => NextAsync(candidate), () => slice / 200.0, seed: 7, CancellationToken.None);
        return stage;

        Task<Slice> NextAsync(Func<int, Slice> next) => Task.FromResult(next(slice++));
    }

    private static Slice Of(int succeeded) => new()
    {
        Length = TimeSpan.FromMilliseconds(10),
        Succeeded = succeeded,
        Completed = succeeded,
        Failed = 0,
        Busy = TimeSpan.FromMilliseconds(10),
        MeanInFlight = 1e7 / Math.Max(1, succeeded),
        P50 = 1_000,
        P99 = 2_000,
        AllocatedBytes = 10 * succeeded,
    };
}
