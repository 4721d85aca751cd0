using System.Diagnostics;
using ThroughputKit.Pacing;
using ThroughputKit.Recording;

namespace ThroughputKit.Tests.Recording;

/// <summary>A window divided into batches, read at times that the test chooses.</summary>
public sealed class BatchWatchTests : IDisposable
{
    private static readonly TimeSpan _period = TimeSpan.FromSeconds(1);

    private readonly RecorderSet _recorders = new(1);
    private readonly Window _window = new();
    private readonly BatchWatch _watch;
    private readonly long _start = Stopwatch.GetTimestamp() - (100 * Stopwatch.Frequency);

    public BatchWatchTests()
    {
        _watch = new BatchWatch(_recorders);
        _watch.MakeRoom();
    }

    public void Dispose() => _recorders.Dispose();

    [Fact]
    public void A_batch_contains_the_results_since_the_last_one()
    {
        _watch.Begin(_window, _period);
        _window.Open(_start, 1_000 * Stopwatch.Frequency);
        Succeed(100, latency: 1_000);
        WatchAt(1);
        Succeed(50, latency: 1_000_000);
        WatchAt(2);

        var batches = EndAt(2);

        Assert.Equal([100, 50], batches.Select(b => b.Succeeded));
        Assert.Equal([1_000, 1_000_000], batches.Select(b => b.Mean));
        Assert.InRange(batches[1].P50, 1_000_000, 1_008_000);
        Assert.InRange(batches[1].P99, 1_000_000, 1_008_000);
    }

    [Fact]
    public void No_batch_is_taken_before_the_period_is_over_or_the_window_is_open()
    {
        _watch.Begin(_window, _period);
        WatchAt(5);
        _window.Open(_start + (6 * Stopwatch.Frequency), 1_000 * Stopwatch.Frequency);
        WatchAt(6.5);

        Assert.Equal(0.5, Assert.Single(EndAt(6.5)).Length.TotalSeconds, tolerance: 1e-6); // the rest
    }

    [Fact]
    public void A_window_that_is_shorter_than_half_a_batch_has_none()
    {
        _watch.Begin(_window, _period);
        _window.Open(_start, Stopwatch.Frequency / 3);
        Succeed(10, latency: 1_000);
        WatchAt(0.1);

        Assert.Empty(EndAt(1 / 3.0));
    }

    [Fact]
    public void The_rest_at_the_end_is_a_batch_or_part_of_the_last_one()
    {
        _watch.Begin(_window, _period);
        _window.Open(_start, (long)(2.6 * Stopwatch.Frequency));
        Succeed(10, latency: 1_000);
        WatchAt(1);
        Succeed(20, latency: 1_000);
        WatchAt(2);
        Succeed(5, latency: 1_000);
        WatchAt(3);

        Assert.Equal([(1.0, 10), (1.0, 20), (0.6, 5)], EndAt(2.6).Select(b => (Math.Round(b.Length.TotalSeconds, 6), b.Succeeded)));

        _recorders.Clear();
        _watch.Begin(_window, _period);
        Succeed(10, latency: 1_000);
        WatchAt(1.2);
        Succeed(20, latency: 1_000);
        WatchAt(2.3);
        Succeed(5, latency: 1_000);

        Assert.Equal([(1.2, 10), (1.4, 25)], EndAt(2.6).Select(b => (Math.Round(b.Length.TotalSeconds, 6), b.Succeeded)));
    }

    [Fact]
    public void Drained_and_unanswered_requests_are_latency_of_the_last_batch()
    {
        _watch.Begin(_window, _period);
        _window.Open(_start, 2 * Stopwatch.Frequency);
        Succeed(10, latency: 1_000);
        WatchAt(1);
        _recorders.Current.Complete(endpoint: 0, status: 200, success: true, inWindow: false, at: 0, latency: 7_000_000);
        _recorders.Censored.NeverSent(endpoint: 0, waited: 9_000_000, forConnection: true);

        var batches = _watch.End(_start + (2 * Stopwatch.Frequency), succeeded: 10);

        Assert.Equal([(10, 10), (0, 2)], batches.Select(b => (b.Succeeded, b.Latencies)));
        Assert.Equal(8_000_000, batches[1].Mean);
        Assert.InRange(batches[1].P99, 9_000_000, 9_100_000);
    }

    [Fact]
    public void Whether_nothing_was_in_flight_is_known_at_the_end_of_each_batch()
    {
        _watch.Begin(_window, _period);
        _window.Open(_start, 1_000 * Stopwatch.Frequency);
        _recorders.Current.Begin(endpoint: 0);
        WatchAt(1);
        Succeed(1, latency: 5);
        WatchAt(2);

        Assert.Equal([false, true, true], EndAt(3).Select(b => b.IsIdle)); // at the end of the window everything has drained
    }

    [Theory]
    [InlineData(false, false)] // one that failed
    [InlineData(true, true)] // of a scenario without steps
    public void Users_do_not_pause_where_requests_fail_or_are_not_known(bool succeeds, bool isUnknown)
    {
        _watch.Begin(_window, _period, knowsPauses: !isUnknown);
        _window.Open(_start, 1_000 * Stopwatch.Frequency);
        _recorders.Current.Begin(endpoint: 0);
        if (succeeds)
        {
            Succeed(1, latency: 5);
        }
        else
        {
            _recorders.Current.Fail(endpoint: 0, FailureKind.Connect, at: 0);
        }

        WatchAt(1);

        Assert.False(EndAt(2)[0].IsIdle);
    }

    [Fact]
    public void Each_window_starts_empty()
    {
        Succeed(7, latency: 5);
        _watch.Begin(_window, _period);
        _window.Open(_start, 1_000 * Stopwatch.Frequency);
        WatchAt(1);
        EndAt(1);
        _recorders.Clear();
        _watch.Begin(_window, _period);
        Succeed(3, latency: 5);
        WatchAt(1);

        Assert.Equal(3, Assert.Single(EndAt(1)).Succeeded);
    }

    [Fact]
    public void Watching_allocates_nothing()
    {
        _watch.Begin(_window, TimeSpan.Zero);
        _window.Open(_start, 1_000 * Stopwatch.Frequency);
        Succeed(1, latency: 5);
        WatchAt(1);
        var before = GC.GetAllocatedBytesForCurrentThread();

        WatchAt(2);
        WatchAt(3);

        Assert.Equal(before, GC.GetAllocatedBytesForCurrentThread());
        Assert.Equal(4, EndAt(3.5).Count);
    }

    [Fact]
    public void Batches_cover_a_window_however_long_it_is()
    {
        _watch.Begin(_window, _period);
        _window.Open(_start, 10_000 * Stopwatch.Frequency);
        for (var second = 1; second <= 1_000; second++)
        {
            Succeed(second <= 500 ? 1 : 3, latency: second <= 500 ? 1_000_000 : 5_000_000);
            WatchAt(second);
        }

        var batches = EndAt(1_000);

        Assert.InRange(batches.Count, BatchWatch.MaxBatches / 2, BatchWatch.MaxBatches);
        Assert.Equal(1_000, batches.Sum(b => b.Length.TotalSeconds), tolerance: 1e-3);
        Assert.Equal(2_000, batches.Sum(b => b.Succeeded));
        Assert.Equal(2_000, batches.Sum(b => b.Latencies));
        Assert.All(batches.SkipLast(1), b => Assert.Equal(batches[0].Length, b.Length));
        Assert.Equal((1_000_000, 5_000_000), (batches[0].Mean, batches[^1].Mean));
        Assert.InRange(batches[0].P99, 1_000_000, 1_008_000);
        Assert.InRange(batches[^1].P50, 5_000_000, 5_040_000);
    }

    [Fact]
    public void Making_room_allocates_nothing()
    {
        _watch.Begin(_window, _period);
        _window.Open(_start, 1_000 * Stopwatch.Frequency);
        Succeed(1, latency: 5);
        WatchAt(1);
        var before = GC.GetAllocatedBytesForCurrentThread();
        for (var second = 2; second <= 100; second++)
        {
            WatchAt(second);
        }

        Assert.Equal(before, GC.GetAllocatedBytesForCurrentThread());
    }

    private void WatchAt(double seconds) => _watch.Watch(_start + (long)(seconds * Stopwatch.Frequency));

    private IReadOnlyList<Batch> EndAt(double seconds) => _watch.End(_start + (long)(seconds * Stopwatch.Frequency), _recorders.Succeeded);

    private void Succeed(int times, long latency)
    {
        for (var i = 0; i < times; i++)
        {
            _recorders.Current.Complete(endpoint: 0, status: 200, success: true, inWindow: true, at: 0, latency);
        }
    }
}
