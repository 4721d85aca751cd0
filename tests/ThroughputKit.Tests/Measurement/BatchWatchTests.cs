using System.Diagnostics;
using ThroughputKit.Measurement;
using ThroughputKit.Pacing;

namespace ThroughputKit.Tests.Measurement;

/// <summary>A window in parts, seen at times that the test chooses.</summary>
public sealed class BatchWatchTests : IDisposable
{
    private static readonly TimeSpan _period = TimeSpan.FromSeconds(1);

    private readonly RecorderSet _recorders = new(1);
    private readonly Window _window = new();
    private readonly BatchWatch _watch;
    private readonly long _start = Stopwatch.GetTimestamp() - (100 * Stopwatch.Frequency);

    public BatchWatchTests() => _watch = new BatchWatch(_recorders);

    public void Dispose() => _recorders.Dispose();

    [Fact]
    public void A_batch_holds_what_came_since_the_last()
    {
        _watch.Begin(_window, _period);
        _window.Open(_start, 1_000 * Stopwatch.Frequency);
        Succeed(100, latency: 1_000);
        WatchAt(1);
        Succeed(50, latency: 1_000_000);
        WatchAt(2);

        var batches = _watch.End();

        Assert.Equal([100, 50], batches.Select(b => b.Succeeded));
        Assert.Equal([1_000, 1_000_000], batches.Select(b => b.Mean));
        Assert.InRange(batches[1].P50, 1_000_000, 1_008_000);
        Assert.InRange(batches[1].P99, 1_000_000, 1_008_000);
    }

    [Fact]
    public void Nothing_is_taken_before_the_period_is_over_or_the_window_is_open()
    {
        _watch.Begin(_window, _period);
        WatchAt(5);
        _window.Open(_start + (6 * Stopwatch.Frequency), 1_000 * Stopwatch.Frequency);
        WatchAt(6.5);

        Assert.Empty(_watch.End());
    }

    [Fact]
    public void Nothing_is_taken_after_the_window()
    {
        _watch.Begin(_window, _period);
        _window.Open(_start, 2 * Stopwatch.Frequency);
        WatchAt(1);
        WatchAt(3);

        Assert.Single(_watch.End());
    }

    [Fact]
    public void Each_window_begins_anew()
    {
        Succeed(7, latency: 5);
        _watch.Begin(_window, _period);
        _window.Open(_start, 1_000 * Stopwatch.Frequency);
        WatchAt(1);
        _watch.End();
        _recorders.Clear();
        _watch.Begin(_window, _period);
        Succeed(3, latency: 5);
        WatchAt(1);

        Assert.Equal(3, Assert.Single(_watch.End()).Succeeded);
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
        Assert.Equal(3, _watch.End().Count);
    }

    [Fact]
    public void There_is_an_end_to_batches()
    {
        _watch.Begin(_window, TimeSpan.Zero);
        _window.Open(_start, 10_000 * Stopwatch.Frequency);
        for (var i = 1; i < 100; i++)
        {
            WatchAt(i);
        }

        Assert.Equal(40, _watch.End().Count);
    }

    private void WatchAt(double seconds) => _watch.Watch(_start + (long)(seconds * Stopwatch.Frequency));

    private void Succeed(int times, long latency)
    {
        for (var i = 0; i < times; i++)
        {
            _recorders.Current.Complete(endpoint: 0, status: 200, success: true, inWindow: true, at: 0, latency);
        }
    }
}
