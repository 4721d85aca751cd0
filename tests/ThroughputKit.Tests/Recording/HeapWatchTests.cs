using System.Diagnostics;
using ThroughputKit.Pacing;
using ThroughputKit.Recording;
using ThroughputKit.Running;

namespace ThroughputKit.Tests.Recording;

/// <summary>Collections of this process. Other tests cause some, too, so there may be more than those of the test.</summary>
public class HeapWatchTests
{
    private const long Second = 1_000_000_000;

    private readonly HeapWatch _watch = new();
    private readonly Window _window = new();
    private readonly long _start = Stopwatch.Frequency;

    [Fact]
    public void Collections_are_in_the_interval_in_which_they_were_seen_and_the_rest_in_the_last()
    {
        Begin();
        CollectAt(0.5, generation: 0);
        CollectAt(1.5, generation: 2);
        GC.Collect(1);
        _watch.Close();

        var intervals = Intervals(2);

        Assert.Equal(200, intervals.Length);
        Assert.InRange(intervals[50].Memory!.Collections, 1, int.MaxValue);
        Assert.InRange(intervals[150].Memory!.Gen2Collections, 1, int.MaxValue);
        Assert.InRange(intervals[^1].Memory!.Collections, 1, int.MaxValue);
        Assert.Equal(0, intervals[100].Memory!.Collections); // nobody looked
    }

    [Fact]
    public void Sizes_stay_until_a_collection_was_looked_up_again()
    {
        GC.Collect();
        Begin();
        var kept = Enumerable.Range(0, 40).Select(_ => new byte[100_000]).ToArray();
        CollectAt(1, generation: 2);
        _watch.Close();

        var intervals = Intervals(2);

        Assert.InRange(intervals[0].Memory!.Gen2Bytes, 1, long.MaxValue);
        Assert.Equal(intervals[0].Memory!.AllBytes, intervals[99].Memory!.AllBytes);
        Assert.InRange(intervals[100].Memory!.LargeBytes, kept.Sum(k => k.Length), long.MaxValue);
    }

    [Fact]
    public void What_reading_allocates_is_known_exactly()
    {
        Begin();
        WatchAt(0.01);
        var (own, before) = (_watch.OwnBytes, GC.GetAllocatedBytesForCurrentThread());

        for (var second = 1; second <= 20; second++)
        {
            CollectAt(second, generation: 0);
        }

        var allocated = GC.GetAllocatedBytesForCurrentThread() - before;
        Assert.InRange(allocated, 20, 20 * 1_000);
        Assert.Equal(allocated, _watch.OwnBytes - own);
    }

    [Fact]
    public void Sizes_are_read_at_most_ten_times_a_second()
    {
        Begin();
        CollectAt(0.01, generation: 0);
        var once = _watch.OwnBytes;

        CollectAt(0.05, generation: 0);
        Assert.Equal(once, _watch.OwnBytes);

        CollectAt(0.2, generation: 0);
        Assert.Equal(2 * once, _watch.OwnBytes);
    }

    [Fact]
    public void Intervals_are_as_long_as_the_longer_of_those_of_requests_and_of_memory()
    {
        Begin();
        CollectAt(9, generation: 0);
        _watch.Close();
        var late = new TimeSeries();
        late.RecordFailure(22 * Second); // in the drain

        Assert.Equal(20, Intervals(10)[0].Length.TotalMilliseconds);
        var longer = Intervals(10, late);
        Assert.Equal((80, 125), (longer[0].Length.TotalMilliseconds, longer.Length));
        Assert.InRange(longer[9_000 / 80].Memory!.Collections, 1, int.MaxValue);
    }

    [Fact]
    public void Nothing_is_seen_outside_of_the_window()
    {
        _watch.Begin(_window);
        WatchAt(-1);
        _window.Open(_start, Stopwatch.Frequency);
        CollectAt(1.5, generation: 0);

        Assert.Equal(0, _watch.OwnBytes);
    }

    private void Begin()
    {
        _watch.Begin(_window);
        _window.Open(_start, 1_000 * Stopwatch.Frequency);
    }

    private void CollectAt(double seconds, int generation)
    {
        GC.Collect(generation);
        WatchAt(seconds);
    }

    private void WatchAt(double seconds) => _watch.Watch(_start + (long)(seconds * Stopwatch.Frequency));

    private LoadInterval[] Intervals(int seconds, TimeSeries? requests = null) =>
        ResultBuilder.Intervals(requests ?? new TimeSeries(), TimeSpan.FromSeconds(seconds), _watch.Until(seconds * Second));
}
