using FsCheck;
using FsCheck.Fluent;
using ThroughputKit.Running;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Running;

/// <summary>The figure from made-up windows whose true value is known.</summary>
public class AllocationWindowsTests
{
    private const long Completed = 10_000;

    private static readonly TimeSpan _length = TimeSpan.FromMilliseconds(200);

    [Fact]
    public void The_smallest_of_three_counts_if_another_confirms_it()
    {
        var windows = new AllocationWindows(backgroundBytesPerSecond: 0, failedShare: 0, limit: 1_000);

        Add(windows, 900, 901);
        Assert.Equal((900, false), (windows.Figure, windows.IsOver));
        Add(windows, 960);
        Assert.Equal((900, true), (windows.Figure, windows.IsOver));
    }

    [Theory]
    [InlineData(903, 0, true)]
    [InlineData(925, 0, false)]
    [InlineData(925, 0.01, true)] // the shares of a mix were off
    [InlineData(875, 0, false)]
    [InlineData(900, double.PositiveInfinity, false)] // no iteration ended
    public void A_long_stretch_with_other_bytes_is_one_of_other_requests(double whole, double shareError, bool agrees)
    {
        var windows = new AllocationWindows(backgroundBytesPerSecond: 0, failedShare: 0, limit: 1_000);
        Add(windows, 900, 901, 902);

        Assert.Equal(agrees, windows.AgreeWith(whole, 1_000_000, shareError));
        Assert.False(windows.AgreeWith(null, 1_000_000, shareError));

        windows.Differ(whole);
        Assert.Null(windows.Figure);
        Assert.StartsWith("The smallest of several short windows had 900.0 B per request, and a long one ", windows.WhyDifferent, StringComparison.Ordinal);
    }

    [Fact]
    public void More_are_taken_until_another_confirms_the_smallest()
    {
        var windows = new AllocationWindows(backgroundBytesPerSecond: 0, failedShare: 0, limit: 1_000);

        Add(windows, 960, 900, 940, 980);
        Assert.Equal((null, false), (windows.Figure, windows.IsOver));
        Add(windows, 901);
        Assert.Equal((900, true), (windows.Figure, windows.IsOver));
    }

    [Fact]
    public void A_limit_counts_as_exceeded_only_after_more_windows()
    {
        var windows = new AllocationWindows(backgroundBytesPerSecond: 0, failedShare: 0, limit: 900);

        Add(windows, [.. Enumerable.Repeat(901.0, AllocationWindows.MinBeyond - 1)]);
        Assert.Equal((901, false), (windows.Figure, windows.IsOver));
        Add(windows, 899);
        Assert.Equal((899, true), (windows.Figure, windows.IsOver));
    }

    [Fact]
    public void An_unconfirmed_smallest_window_gives_no_figure()
    {
        var windows = new AllocationWindows(backgroundBytesPerSecond: 0, failedShare: 0, limit: 1_000);

        Add(windows, 500);
        Add(windows, [.. Enumerable.Repeat(1_100.0, AllocationWindows.MaxWindows - 2)]);
        Assert.False(windows.IsOver);
        Add(windows, 1_100);

        Assert.Equal((null, true), (windows.Figure, windows.IsOver));
    }

    [Fact]
    public void A_count_that_fell_is_not_a_window()
    {
        var windows = new AllocationWindows(backgroundBytesPerSecond: 0, failedShare: 0, limit: 1_000);

        Add(windows, -30_000, 900, -40_000, 900);

        Assert.Equal(2, windows.BytesPerRequest.Count);
        Assert.Equal((900, false), (windows.Figure, windows.IsOver));
    }

    [Fact]
    public void The_background_is_left_out_in_proportion_to_the_length()
    {
        var windows = new AllocationWindows(backgroundBytesPerSecond: 5_000_000, failedShare: 0, limit: 1_000);

        windows.Add(9_000_000, 10_000, 10_000, failed: 0, TimeSpan.FromMilliseconds(200));
        windows.Add(18_000_000, 20_000, 20_000, failed: 0, TimeSpan.FromMilliseconds(800));

        Assert.Equal([800, 700], windows.BytesPerRequest);
        Assert.Equal(2.0 / 9, windows.BackgroundShare, precision: 9);
    }

    [Fact]
    public void Fewer_bytes_than_the_background_alone_are_not_a_window()
    {
        var windows = new AllocationWindows(backgroundBytesPerSecond: 5_000_000, failedShare: 0, limit: 1_000);

        Add(windows, 50, 50, 50, 50, 50);

        Assert.Empty(windows.BytesPerRequest);
        Assert.Null(windows.Figure);
    }

    [Fact]
    public void A_window_with_a_higher_share_of_failures_is_left_out()
    {
        var (none, some) = (new AllocationWindows(0, failedShare: 0, limit: 1_000), new AllocationWindows(0, failedShare: 0.25, limit: 1_000));

        Fail(none, 1);
        Fail(some, 1);
        Fail(some, 3_333);
        Fail(some, 9_000);

        Assert.Equal((0, true), (none.BytesPerRequest.Count, none.WhyLeftOut is not null));
        Assert.Equal((2, true), (some.BytesPerRequest.Count, some.WhyLeftOut is not null));

        static void Fail(AllocationWindows windows, long requests) => windows.Add(9_000_000, Completed, Completed, requests, _length);
    }

    [Fact]
    public void Without_a_response_there_is_no_figure_and_no_early_end()
    {
        var windows = new AllocationWindows(0, 0, 1_000);

        for (var i = 0; i < AllocationWindows.MaxWindows; i++)
        {
            Assert.False(windows.IsOver);
            windows.Add(1_000, completed: 0, sent: 0, failed: 0, _length);
        }

        Assert.True(windows.IsOver);
        Assert.Null(windows.Figure);
    }

    [Theory]
    [InlineData(100, 10_000, 4.4)]
    [InlineData(2_000, 10_000, 10.4)]
    [InlineData(2_000, 1_000, 14.1)]
    public void Windows_confirm_each_other_within_a_few_bytes(double bytes, long completed, double expected) =>
        Assert.Equal(expected, AllocationWindows.Tolerance(bytes, completed), precision: 1);

    [Fact]
    public void Miscounts_that_do_not_agree_never_make_the_figure_too_low() => Prop.ForAll(
        Gen.Choose(0, int.MaxValue).ToArbitrary(),
        seed =>
        {
            // Windows of one true value, some with other allocations, some with a different number of heaps left out.
            var random = new Random(seed);
            var truth = random.Next(24, 100_000);
            var windows = new AllocationWindows(0, 0, limit: truth * random.NextDouble() * 2);
            var lost = 0.0;
            for (var taken = 0; !windows.IsOver; taken++)
            {
                if (taken >= AllocationWindows.MaxWindows)
                {
                    return false;
                }

                var noise = random.Next(3) == 0 ? random.Next(10_000) : random.NextDouble();
                lost += 3 * AllocationWindows.Tolerance(truth, Completed);
                Add(windows, random.Next(3) == 0 ? truth - lost + random.NextDouble() : truth + noise);
            }

            return windows.Figure is not { } figure || figure >= truth - AllocationWindows.Tolerance(truth, Completed);
        }).Check(FixedInputs.Of());

    [Fact]
    public void A_figure_is_always_the_smallest_window_and_confirmed_by_another() => Prop.ForAll(
        Gen.Choose(-2_000, 20_000).ArrayOf().ToArbitrary(),
        bytes =>
        {
            var windows = new AllocationWindows(0, 0, limit: 1_000);
            Add(windows, [.. bytes.Select(b => b / 10.0)]);
            var sorted = windows.BytesPerRequest.Order().ToArray();
            var isConfirmed = sorted.Length >= 2 && sorted[1] - sorted[0] <= AllocationWindows.Tolerance(sorted[0], Completed);
            return windows.Figure == (isConfirmed ? sorted[0] : null);
        }).Check(FixedInputs.Of());

    [Fact]
    public void Other_occasional_allocations_never_make_the_figure_too_high() => Prop.ForAll(
        Gen.Choose(0, int.MaxValue).ToArbitrary(),
        seed =>
        {
            var random = new Random(seed);
            var windows = new AllocationWindows(0, 0, limit: 1_000);
            while (!windows.IsOver)
            {
                Add(windows, random.Next(2) == 0 ? 900 : 900 + random.Next(100_000));
            }

            return windows.Figure is null || windows.Figure - 900 < 1 || !windows.BytesPerRequest.Contains(900);
        }).Check(FixedInputs.Of());

    private static void Add(AllocationWindows windows, params double[] bytesPerRequest)
    {
        foreach (var bytes in bytesPerRequest)
        {
            windows.Add((long)(bytes * Completed), Completed, Completed, failed: 0, _length);
        }
    }
}
