using System.Diagnostics;
using ThroughputKit.Engines;
using ThroughputKit.Engines.Client;
using ThroughputKit.Pacing;
using ThroughputKit.Recording;
using ThroughputKit.Responses;
using ThroughputKit.Traffic;

namespace ThroughputKit.Tests.Engines.Client;

/// <summary>How an iteration accounts for its steps, its pauses and its end.</summary>
public sealed class IterationTests : IDisposable
{
    private static readonly ExpectedStep _expected = new(TimeSpan.FromHours(2), StatusTable.Of(new LoadOptions().IsSuccess));

    private readonly RecorderSet _recorders = new(new StepNames("buy").Max, isPaced: true, onFirstUse: true);
    private readonly LoadPhase _phase;

    public IterationTests()
    {
        _phase = new LoadPhase([], _recorders, steps: new StepNames("buy"));
        _phase.Open(TimeSpan.MaxValue);
    }

    [Fact]
    public void A_step_that_ends_because_of_anothers_timeout_has_not_failed()
    {
        var iteration = Begin();
        var first = iteration.Begin("first");
        SpinWait.SpinUntil(() => Stopwatch.GetTimestamp() > first.SentAt + 1);
        var second = iteration.Begin("second");

        iteration.Watch(first.Deadline + 1);
        Assert.True(iteration.Token.IsCancellationRequested);
        iteration.End(second, new TaskCanceledException());

        var recorded = _recorders.Merge();
        Assert.Equal((1L, 0L, 1L), (recorded.Endpoint(0).Failures.Total, recorded.Endpoint(1).Failures.Total, recorded.Endpoint(1).InFlightAtEnd));
        Assert.Equal(1, Waits(recorded, index: 1));
    }

    [Fact]
    public async Task Pauses_before_the_first_step_are_not_in_its_latency()
    {
        var due = Stopwatch.GetTimestamp() - Clock.ToTicks(TimeSpan.FromHours(1));
        var iteration = Begin(due: due);
        var begun = Stopwatch.GetTimestamp();
        await iteration.PauseAsync(TimeSpan.FromMilliseconds(20));

        var step = iteration.Begin("first");

        Assert.InRange(step.SentAt - due, Clock.ToTicks(TimeSpan.FromMilliseconds(10)), Stopwatch.GetTimestamp() - begun);
    }

    [Fact]
    public async Task An_iteration_that_is_cut_off_before_its_first_step_was_on_time_all_the_same()
    {
        var iteration = Begin(due: Stopwatch.GetTimestamp());
        _phase.Close();
        var code = Assert.ThrowsAnyAsync<OperationCanceledException>(() => iteration.PauseAsync(TimeSpan.FromHours(1)));
        await code;
        iteration.End(code, status: 0);

        var recorded = _recorders.Merge();
        Assert.Equal((1L, 0L, null), (recorded.Lateness!.Count, recorded.Sent, recorded.Whole().Censored));
    }

    [Fact]
    public void One_without_steps_has_the_status_of_its_responses()
    {
        Begin().End(Task.CompletedTask, status: 204);

        Assert.Equal((1L, 1L), (_recorders.Merge().Whole().Statuses[204], _recorders.Merge().Succeeded));
    }

    [Fact]
    public void A_step_fails_by_the_status_of_a_response()
    {
        var iteration = Begin();
        var step = iteration.Begin("first");
        step.Received(401);
        iteration.End(step, error: null);

        Begin().End(Task.CompletedTask, status: 401);
        Assert.Equal((2L, 2L, 0L), (_recorders.Merge().Whole().Failures[FailureKind.UnexpectedStatus], _recorders.Merge().Whole().UnexpectedStatuses[401], _recorders.Merge().Succeeded));
    }

    [Theory]
    [InlineData(false, 200, 200)]
    [InlineData(false, 500, 200, 500, 201)]
    [InlineData(false, 404, 404, 500)] // the first that is no success
    [InlineData(false, 101, 200, 101)] // an upgrade
    [InlineData(true, 201, 500, 201)]
    [InlineData(true, 500, 201, 500)]
    public void A_step_has_the_status_that_decides(bool retries, int expected, params int[] received)
    {
        var step = Begin().Begin("first", retries);

        Array.ForEach(received, step.Received);

        Assert.Equal((expected, expected is 200 or 201 or 101), (step.Status, step.IsSuccess));
    }

    [Fact]
    public void Code_that_goes_on_after_the_window_is_left_behind_after_a_second()
    {
        var iteration = Begin();
        iteration.End(iteration.Begin("first"), error: null);
        _phase.Close();
        var end = Stopwatch.GetTimestamp();

        iteration.Watch(end + Clock.ToTicks(TimeSpan.FromSeconds(0.1)));
        Assert.True(iteration.Token.IsCancellationRequested);
        Assert.ThrowsAny<OperationCanceledException>(() => iteration.Begin("second"));
        iteration.Watch(end + Clock.ToTicks(TimeSpan.FromSeconds(1.05)));
        Assert.False(iteration.Abandoned.IsCompleted);
        iteration.Watch(end + Clock.ToTicks(TimeSpan.FromSeconds(1.2)));

        Assert.True(iteration.Abandoned.IsCompleted);
        iteration.End(new TaskCompletionSource().Task, status: 0);
        var recorded = _recorders.Merge();
        Assert.Equal((1L, 0L, 1L), (recorded.Succeeded, recorded.Failed, recorded.StuckIterations));
    }

    [Theory]
    [InlineData(-1)]
    [InlineData(1_000)]
    [InlineData(1_234)]
    public void A_step_that_throws_a_status_that_no_response_can_have_fails_without_one(int status)
    {
        var iteration = Begin();

        iteration.End(iteration.Begin("first"), new HttpRequestException("No.", null, (System.Net.HttpStatusCode)status));

        var recorded = _recorders.Merge();
        Assert.Equal((1L, 1L, 0L), (recorded.Endpoint(0).Failures.Total, recorded.Whole().Failures[FailureKind.UnexpectedStatus], recorded.Completed));
    }

    [Fact]
    public void Those_that_end_by_themselves_are_counted_whether_well_or_not()
    {
        Begin().End(Task.CompletedTask, status: 0);
        Begin().End(Task.FromException(new InvalidOperationException()), status: 0);
        var cutOff = Begin();
        _phase.Close();
        Assert.ThrowsAny<OperationCanceledException>(() => cutOff.Begin("too late"));
        cutOff.End(Task.CompletedTask, status: 0);

        Assert.Equal((3L, 2L), (_recorders.Merge().Iterations, _recorders.Merge().IterationsEnded));
    }

    [Fact]
    public void One_that_the_load_cut_off_has_not_ended_by_itself_though_a_step_had_failed()
    {
        var iteration = Begin();
        iteration.End(iteration.Begin("first"), new HttpRequestException("No.", null, System.Net.HttpStatusCode.InternalServerError));
        _phase.Close();
        Assert.ThrowsAny<OperationCanceledException>(() => iteration.Begin("second"));
        iteration.End(Task.FromException(new InvalidOperationException()), status: 0);

        Assert.Equal(0, _recorders.Merge().IterationsEnded);
    }

    [Fact]
    public void No_step_begins_once_all_have_been_waited_for()
    {
        var iteration = Begin();
        Assert.True(iteration.DrainAsync().IsCompleted);

        Assert.ThrowsAny<OperationCanceledException>(() => iteration.Begin("too late"));
    }

    [Fact]
    public void A_failure_outside_of_steps_has_waited_since_the_last_one()
    {
        var iteration = Begin(due: Stopwatch.GetTimestamp() - Clock.ToTicks(TimeSpan.FromHours(1)));
        iteration.End(iteration.Begin("first"), error: null);
        iteration.End(Task.FromException(new TimeoutException()), status: 0);

        var waits = new LatencyHistogram();
        waits.Add(_recorders.Merge().Endpoint(1).Censored!);
        Assert.InRange(waits.Max, 0, Clock.ToNanoseconds(Clock.ToTicks(TimeSpan.FromMinutes(30))));
    }

    [Fact]
    public void An_error_that_the_end_of_the_load_has_caused_is_no_failure()
    {
        var iteration = Begin();
        var step = iteration.Begin("first");
        _phase.Close();
        var end = Assert.ThrowsAny<OperationCanceledException>(() => iteration.Begin("second"));
        iteration.End(step, new InvalidOperationException("Wrapped.", new AggregateException(end)));

        Assert.Equal((0L, 1L), (_recorders.Merge().Failed, _recorders.Merge().InFlightAtEnd));
    }

    [Fact]
    public void Waits_of_iterations_that_are_never_begun_are_those_of_the_step_that_begins_them()
    {
        Begin().Begin("sign in");
        Begin().Begin("orders");

        Assert.Equal(1, _phase.Steps!.IndexOfFirst(0));
    }

    [Fact]
    public void Those_that_were_left_running_in_the_warm_up_are_not_forgotten()
    {
        Begin().End(new TaskCompletionSource().Task, status: 0);

        _recorders.Clear();

        Assert.Equal((1L, 0L), (_recorders.Merge().StuckIterations, _recorders.Merge().Iterations));
    }

    public void Dispose()
    {
        _phase.Dispose();
        _recorders.Dispose();
    }

    private static long Waits(Recorder recorded, int index)
    {
        var waits = new LatencyHistogram();
        waits.Add(recorded.Endpoint(index).Censored!);
        return waits.Count;
    }

    private Iteration Begin(long? due = null)
    {
        var sender = new Sender();
        if (due is not null)
        {
            sender.Give(number: 0, due.Value, hasWaited: false);
        }

        return new Iteration(_phase, _expected, sender);
    }
}
