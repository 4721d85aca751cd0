using System.Diagnostics;
using ThroughputKit.Engines;
using ThroughputKit.Engines.Client;
using ThroughputKit.Pacing;
using ThroughputKit.Recording;

namespace ThroughputKit.Tests.Engines.Client;

/// <summary>How an iteration accounts for its steps, its pauses and its end.</summary>
public sealed class IterationTests : IDisposable
{
    private readonly RecorderSet _recorders = new(StepNames.Max, isPaced: true, onFirstUse: true);
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
        iteration.End(second, status: 0, new TaskCanceledException());

        var recorded = _recorders.Merge();
        Assert.Equal((1L, 0L, 1L), (recorded.Endpoint(0).Failed, recorded.Endpoint(1).Failed, recorded.Endpoint(1).InFlightAtEnd));
    }

    [Fact]
    public async Task Pauses_before_the_first_step_are_not_in_its_latency()
    {
        var due = Stopwatch.GetTimestamp() - Clock.ToTicks(TimeSpan.FromHours(1));
        var iteration = Begin(new PlannedIteration(due, HasWaited: false));
        var begun = Stopwatch.GetTimestamp();
        await iteration.PauseAsync(TimeSpan.FromMilliseconds(20));

        var step = iteration.Begin("first");

        Assert.InRange(step.SentAt - due, Clock.ToTicks(TimeSpan.FromMilliseconds(10)), Stopwatch.GetTimestamp() - begun);
    }

    [Fact]
    public async Task An_iteration_that_is_cut_off_before_its_first_step_was_on_time_all_the_same()
    {
        var iteration = Begin(new PlannedIteration(Stopwatch.GetTimestamp(), HasWaited: false));
        _phase.Close();
        var code = Assert.ThrowsAnyAsync<OperationCanceledException>(() => iteration.PauseAsync(TimeSpan.FromHours(1)));
        await code;
        iteration.End(code, status: 0);

        var recorded = _recorders.Merge();
        Assert.Equal((1L, 0L, null), (recorded.Lateness!.Count, recorded.Sent, recorded.Censored));
    }

    [Fact]
    public void One_without_steps_has_the_status_of_its_last_response()
    {
        Begin().End(Task.CompletedTask, status: 204);

        Assert.Equal((1L, 1L), (_recorders.Merge().Statuses[204], _recorders.Merge().Succeeded));
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

    private Iteration Begin(PlannedIteration? planned = null) => new(_phase, TimeSpan.FromHours(2), planned);
}
