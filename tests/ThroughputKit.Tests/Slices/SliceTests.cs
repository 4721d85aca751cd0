using ThroughputKit.Slices;
using ThroughputKit.Probes;
using ThroughputKit.Recording;
using ThroughputKit.Running;

namespace ThroughputKit.Tests.Slices;

/// <summary>The figures of a slice of 10 ms with two connections.</summary>
public class SliceTests
{
    private const long Millisecond = 1_000_000;

    [Fact]
    public void Requests_that_outlive_the_window_count_with_the_time_they_take()
    {
        var slice = OneSlow(latency: 40);

        Assert.Equal(25, slice.Busy.TotalMilliseconds); // the mean of 10 and 40
        Assert.Equal(11 / 0.025, slice.Rps, precision: 6);
    }

    [Fact]
    public void A_part_of_a_request_at_the_end_is_neither_lost_nor_rounded()
    {
        // Each takes 4 ms: three on each connection, the last of which ends 2 ms late.
        var slice = Of(recorder =>
        {
            for (var at = 4; at <= 12; at += 4)
            {
                Succeed(recorder, at, latency: 4);
                Succeed(recorder, at, latency: 4);
            }
        });

        Assert.Equal(2 / 0.004, slice.Rps, precision: 6);
    }

    [Fact]
    public void Requests_in_flight_are_mostly_slow_ones_even_if_those_are_few()
    {
        var slice = OneSlow(latency: 90);

        Assert.InRange(slice.MeanInFlight, 80 * Millisecond, 82 * Millisecond); // 10% of the time at 1 ms, 90% at 90 ms
    }

    [Fact]
    public void Without_a_success_there_are_no_figures()
    {
        var slice = Of(_ => { });

        Assert.Equal((0, 0, 0, null), (slice.Completed, slice.Rps, slice.MeanInFlight, slice.AllocatedBytesPerRequest));
    }

    [Fact]
    public void The_first_request_of_a_connection_says_nothing_of_the_pace()
    {
        // The app serves one at a time, for 4 ms each: at first there is no queue, and afterwards each request takes 8 ms.
        var slice = Of(recorder =>
        {
            Succeed(recorder, at: 4, latency: 4, isFirst: true);
            Succeed(recorder, at: 8, latency: 8, isFirst: true);
            Succeed(recorder, at: 12, latency: 8);
            Succeed(recorder, at: 16, latency: 8);
        });

        Assert.Equal(1 / 0.004, slice.Rps, precision: 6);
        Assert.Equal((4, 16), (slice.Completed, slice.Busy.TotalMilliseconds));
    }

    [Fact]
    public void It_counts_if_there_are_hardly_any_others()
    {
        var slice = Of(recorder =>
        {
            Succeed(recorder, at: 9, latency: 9, isFirst: true);
            Succeed(recorder, at: 11, latency: 11, isFirst: true);
            Succeed(recorder, at: 18, latency: 9);
        });

        Assert.Equal(3 / 0.0145, slice.Rps, precision: 6); // the mean of 11 and 18
    }

    [Fact]
    public void A_slice_of_a_chain_lasts_as_long_as_its_users_do_on_average()
    {
        var slice = Of(recorder =>
        {
            Succeed(recorder, at: 4, latency: 4);
            Succeed(recorder, at: 8, latency: 8);
            recorder.UsersEndedAt = 12 * Millisecond;
        });

        Assert.Equal(6, slice.Busy.TotalMilliseconds);
        Assert.Equal(2 / 0.006, slice.Rps, precision: 6);
    }

    // One connection answers every millisecond; the other takes long for its only request.
    private static Slice OneSlow(int latency) => Of(recorder =>
    {
        for (var at = 1; at <= 10; at++)
        {
            Succeed(recorder, at, latency: 1);
        }

        Succeed(recorder, at: latency, latency);
    });

    private static void Succeed(Recorder recorder, int at, int latency, bool isFirst = false)
    {
        recorder.Complete(0, 200, success: true, inWindow: at <= 10, at * Millisecond, latency * Millisecond);
        if (isFirst)
        {
            recorder.CompleteFirst(at * Millisecond);
        }
    }

    private static Slice Of(Action<Recorder> record)
    {
        var recorder = new Recorder(endpoints: 1);
        record(recorder);
        var latency = new LatencyHistogram();
        recorder.AddLatencyTo(latency);
        var window = TimeSpan.FromMilliseconds(10);
        var none = new ProcessUse(AllocatedBytes: 0, WorkingSetDelta: 0, WorkingSet: 0, Gen0: 0, Gen1: 0, Gen2: 0, Pause: TimeSpan.Zero, Cpu: TimeSpan.Zero);
        return Slice.Of(new WindowOutcome(recorder, [], window, window, WasCancelled: false, none, none, WorkingSetPeak: 0, Cost: null, HeapDelta: null, Batches: []), inFlight: 2).With(latency);
    }
}
