using ThroughputKit.Slices;
using ThroughputKit.Recording;

namespace ThroughputKit.Tests.Slices;

/// <summary>Placements made of made-up slices.</summary>
public class PlacementTests
{
    [Fact]
    public async Task Slices_in_which_nothing_was_sent_are_left_out_with_their_block()
    {
        var placement = await MeasureAsync(_ => 100, slice => slice % 20 < 2 ? 0 : 100);

        Assert.InRange(placement.Blocks.Count, 20, 49);
        Assert.All(placement.Blocks, block => Assert.True(block.IsComplete));
    }

    [Fact]
    public async Task Every_block_has_both_orders_whatever_is_left_out()
    {
        // The machine becomes faster all the time, so the side that comes second looks better; some slices are left out, at different places of their blocks.
        var placement = await MeasureAsync(Faster, Faster);

        Assert.InRange(placement.Blocks.Count, 20, 40);
        Assert.All(placement.Blocks, block => Assert.NotEqual(CandidateCameSecond(block.First), CandidateCameSecond(block.Second)));

        static int Faster(int slice) => slice % 9 == 3 ? 0 : 100 * (slice + 10);
        static bool CandidateCameSecond(SlicePair pair) => pair.Candidate.Completed > pair.Reference.Completed;
    }

    [Fact]
    public async Task A_failed_request_ends_it()
    {
        var placement = await MeasureAsync(_ => 100, slice => slice >= 6 ? -1 : 100);

        Assert.True(placement.HasFailed);
        Assert.Single(placement.Blocks);
    }

    [Fact]
    public async Task A_side_whose_request_fails_leaves_the_others()
    {
        var placements = await MeasureAllAsync(_ => 100, slice => slice >= 60 ? -1 : 100, _ => 300);

        Assert.Equal([true, false], placements.Select(p => p.HasFailed));
        Assert.Equal([10, 45], placements.Select(p => p.Blocks.Count));
        Assert.All(placements[1].Blocks, b => Assert.Equal((100, 300), (b.First.Reference.Completed, b.First.Candidate.Completed)));
    }

    [Fact]
    public async Task A_side_whose_request_failed_is_not_measured_again()
    {
        var (reference, fails, works) = (new Source(_ => Made.Slice(100)), new Source(_ => Made.Slice(1) with { Failed = 1 }), new Source(_ => Made.Slice(300)));
        for (var i = 1; i <= 2; i++)
        {
            var placements = await Placement.MeasureAsync([reference, fails, works], new SlicePlace(), () => works.Slices >= 8 * i, seed: 7, CancellationToken.None);

            Assert.Equal([true, false], placements.Select(p => p.HasFailed));
            Assert.Equal([0, 4], placements.Select(p => p.Blocks.Count));
        }

        Assert.Equal((16, 1, 16), (reference.Slices, fails.Slices, works.Slices));
    }

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    [InlineData(4)]
    [InlineData(5)]
    public async Task A_side_whose_app_was_ended_by_another_side_fails_too(int seed)
    {
        // In some orders, that happens after the side's own slice.
        var (isRunning, slices) = (true, 0);
        var ends = new Source(_ => OfApp(isRunning &= ++slices < 2));
        var shares = new Source(_ => OfApp(isRunning));
        var (reference, other) = (new Source(_ => Made.Slice(100)), new Source(_ => Made.Slice(100)));

        var placements = await Placement.MeasureAsync([reference, ends, shares, other], new SlicePlace(), () => true, seed, CancellationToken.None);

        Assert.Equal([true, true, false], placements.Select(p => p.HasFailed));

        static Slice OfApp(bool isRunning) => isRunning ? Made.Slice(100) : Made.Slice(1) with { Failed = 1 };
    }

    [Fact]
    public async Task A_reference_whose_request_fails_leaves_none()
    {
        var placements = await MeasureAllAsync(slice => slice >= 60 ? -1 : 100, _ => 100, _ => 300);

        Assert.Equal([true, true], placements.Select(p => p.HasFailed));
        Assert.All(placements, p => Assert.InRange(p.Blocks.Count, 9, 10));
    }

    [Fact]
    public async Task Slices_of_a_round_begin_at_one_place_and_the_next_goes_on_from_the_one_ahead()
    {
        var (place, rounds) = (new SlicePlace(), 0);
        Source slow = new(_ => Made.Slice(5) with { Sent = 6 }), fast = new(_ => Made.Slice(20) with { Sent = 21 });

        await Placement.MeasureAsync([slow, fast], place, () => ++rounds == 2, seed: 7, CancellationToken.None);

        Assert.Equal([0, 21, 42, 63], slow.Places);
        Assert.Equal(slow.Places, fast.Places);
        Assert.Equal(84, place.First);
    }

    [Fact]
    public async Task Ends_when_nothing_can_be_sent_at_all() => Assert.Empty((await MeasureAsync(_ => 0, _ => 0)).Blocks);

    [Fact]
    public async Task Is_cancelled_between_slices()
    {
        using var cancel = new CancellationTokenSource();
        var side = new Source(_ =>
        {
            cancel.Cancel();
            return Made.Slice(100);
        });

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => Placement.MeasureAsync([side, side], new SlicePlace(), () => false, seed: 1, cancel.Token));
    }

    // The functions give the completed requests of a slice by its number among all slices; a negative number is a failure.
    private static async Task<Placement> MeasureAsync(Func<int, int> reference, Func<int, int> candidate) => Assert.Single(await MeasureAllAsync(reference, candidate));

    private static Task<IReadOnlyList<Placement>> MeasureAllAsync(params Func<int, int>[] sides)
    {
        var slice = 0;
        return Placement.MeasureAsync(
            [.. sides.Select(side => new Source(_ => Of(side(slice++))))], new SlicePlace(), () => slice >= 200, seed: 7, CancellationToken.None);

        static Slice Of(int completed) => completed < 0 ? Made.Slice(1) with { Failed = 1 } : Made.Slice(completed);
    }

    private sealed class Source(Func<CancellationToken, Slice> next) : ISliced
    {
        public bool HasFailed { get; private set; }

        public int Slices { get; private set; }

        public List<long> Places { get; } = [];

        public Task<Slice> MeasureAsync(long first, CancellationToken cancellationToken)
        {
            var slice = next(cancellationToken);
            Slices++;
            Places.Add(first);
            HasFailed |= slice.Failed > 0;
            return Task.FromResult(slice);
        }

        public LatencyHistogram TakeLatency() => new();
    }
}
