using ThroughputKit.Recording;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Recording;

public class RecorderTests
{
    [Fact]
    public void An_iteration_that_ends_after_the_window_counts_but_not_in_the_rate()
    {
        var (recorder, other) = (new Recorder(1), new Recorder(1));
        recorder.EndIteration(inWindow: true, at: 5);
        recorder.EndIteration(inWindow: false, at: 9);
        other.EndIteration(inWindow: true, at: 7);

        recorder.Add(other);

        Assert.Equal((3, 2, 7), (recorder.IterationsEnded, recorder.IterationsInWindow, recorder.LastIterationAt));
    }

    [Fact]
    public void Iterations_are_counted_by_scenario()
    {
        var (recorder, other) = (new Recorder(1, scenarios: 2), new Recorder(1, scenarios: 2));
        recorder.BeginIteration(scenario: 0);
        recorder.BeginIteration(scenario: 1);
        recorder.EndIteration(inWindow: true, at: 5, scenario: 1);
        other.BeginIteration(scenario: 1);

        recorder.Add(other);
        other.Clear();

        Assert.Equal(((1, 0), (2, 1)), (recorder.IterationsOf(0), recorder.IterationsOf(1)));
        Assert.Equal((3, 1), (recorder.Iterations, recorder.IterationsEnded));
        Assert.Equal((0, 0), other.IterationsOf(1));
    }

    [Fact]
    public void Counts_each_outcome_once()
    {
        var recorder = new Recorder(endpoints: 1);
        for (var i = 0; i < 6; i++)
        {
            recorder.Begin(0);
        }

        recorder.Complete(0, status: 200, success: true, inWindow: true, at: 5, latency: 3);
        recorder.Complete(0, status: 200, success: true, inWindow: false, at: 6, latency: 4);
        recorder.Complete(0, status: 500, success: false, inWindow: true, at: 7, latency: 5);
        recorder.Complete(0, status: 500, success: false, inWindow: false, at: 8, latency: 6);
        recorder.Fail(0, FailureKind.Timeout, at: 9);
        recorder.Abandon(0);

        var endpoint = recorder.Endpoint(0);
        Assert.Equal((6, 1, 3, 2), (endpoint.Sent, endpoint.Succeeded, endpoint.Failures.Total, endpoint.InFlightAtEnd));
        Assert.Equal((2, 2), (recorder.Whole().Statuses[200], recorder.Whole().Statuses[500]));
        Assert.Equal((4, 2), (recorder.Completed, recorder.CompletedInWindow));
        Assert.Equal((2, 1), (recorder.Whole().Failures[FailureKind.UnexpectedStatus], recorder.Whole().Failures[FailureKind.Timeout]));
        Assert.Equal((2, 5, 200), (endpoint.Latency.Count, recorder.FirstCompletedAt, recorder.FirstStatus));
    }

    [Fact]
    public void Tells_failed_checks_and_unexpected_statuses_apart()
    {
        var (recorder, other) = (new Recorder(endpoints: 2), new Recorder(endpoints: 2));
        recorder.Complete(0, status: 404, success: false, inWindow: true, at: 1, latency: 1, failure: FailureKind.FailedCheck);
        other.Complete(0, status: 404, success: false, inWindow: true, at: 2, latency: 1, failure: FailureKind.FailedCheck);
        other.Complete(1, status: 404, success: false, inWindow: true, at: 3, latency: 1);

        recorder.Add(other);

        Assert.Equal((2, 1), (recorder.Whole().Failures[FailureKind.FailedCheck], recorder.Whole().Failures[FailureKind.UnexpectedStatus]));
        Assert.Equal((3, 1), (recorder.Whole().Statuses[404], recorder.Whole().UnexpectedStatuses[404]));
        Assert.Equal([0, 1], Enumerable.Range(0, 2).Select(i => recorder.Endpoint(i).UnexpectedStatuses[404]));
    }

    [Fact]
    public void Merging_adds_everything()
    {
        var (left, right) = (new Recorder(endpoints: 2), new Recorder(endpoints: 2));
        left.Begin(0);
        left.Complete(0, 200, success: true, inWindow: true, at: 50, latency: 3);
        (left.Endpoint(0).BytesSent, left.Endpoint(0).BytesReceived, left.ConnectionsOpened) = (1, 2, 3);
        right.Begin(1);
        right.Fail(1, FailureKind.Read, at: 10);
        right.Begin(1);
        right.Complete(1, 204, success: true, inWindow: true, at: 20, latency: 4);
        (right.Endpoint(1).BytesSent, right.Endpoint(1).BytesReceived, right.ConnectionsOpened) = (10, 20, 30);

        left.Add(right);

        Assert.Equal([1, 2], Enumerable.Range(0, 2).Select(i => left.Endpoint(i).Sent));
        Assert.Equal([1, 1], Enumerable.Range(0, 2).Select(i => left.Endpoint(i).Succeeded));
        Assert.Equal([(1, 1, 2), (1, 10, 20)], Enumerable.Range(0, 2).Select(i => (left.Endpoint(i).Completed, left.Endpoint(i).BytesSent, left.Endpoint(i).BytesReceived)));
        Assert.Equal((1, 1, 1), (left.Failed, left.Whole().Statuses[200], left.Whole().Statuses[204]));
        Assert.Equal((11, 22, 33), (left.Whole().BytesSent, left.Whole().BytesReceived, left.ConnectionsOpened));
        Assert.Equal((20, 204, 2), (left.FirstCompletedAt, left.FirstStatus, left.CompletedInWindow));
    }

    [Fact]
    public void Records_without_allocating()
    {
        var recorder = new Recorder(endpoints: 1);
        var i = 0;

        Assert.Equal(0, Allocated.By(Once, times: 100_000));

        // Over ten minutes, so that the time series folds several times.
        void Once()
        {
            recorder.Begin(0);
            recorder.Complete(0, 200, success: true, inWindow: true, at: i * 6_000_000L, latency: i);
            i++;
        }
    }

    [Fact]
    public void Memory_for_a_step_is_allocated_on_its_first_use()
    {
        var before = GC.GetAllocatedBytesForCurrentThread();
        var recorder = new Recorder(endpoints: 65, onFirstUse: true);
        recorder.Complete(3, status: 200, success: true, inWindow: true, at: 1, latency: 1);
        var allocated = GC.GetAllocatedBytesForCurrentThread() - before;
        var merged = new Recorder(endpoints: 65, onFirstUse: true);
        merged.Add(recorder);

        Assert.InRange(allocated, 1, 200_000); // about 37 KB for each step in use
        Assert.Equal((1L, 1L, 0L), (merged.Succeeded, merged.Endpoint(3).Succeeded, merged.Endpoint(4).Succeeded));
    }
}
