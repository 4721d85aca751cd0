using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using ThroughputKit.Pacing;
using ThroughputKit.Recording;

namespace ThroughputKit.Engines.Client;

/// <summary>
/// Accounts for one iteration of a user: each of its steps is a request. Code outside of steps is a request of the scenario's own name, but only if it fails or
/// there is no step at all.
/// </summary>
/// <remarks>
/// The user's code begins and ends steps, on any thread and several at a time; the watcher ends what has no more time. Whoever takes a step out of those in
/// flight records it. The token is cancelled when a step's time is up, and when the load is over and no step is in flight.
/// </remarks>
[SuppressMessage("Design", "CA1001", Justification = "Code that was left behind may still use the token. Its source holds nothing that must be freed.")]
internal sealed class Iteration
{
    // For code that is to end because its token is cancelled.
    private static readonly long _grace = Clock.ToTicks(TimeSpan.FromSeconds(1));

    private readonly Lock _lock = new();
    private readonly List<Step> _inFlight = [];
    private readonly CancellationTokenSource _end = new();
    private readonly TaskCompletionSource _abandoned = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly TaskCompletionSource _drained = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly LoadPhase _phase;
    private readonly PlannedIteration? _planned;
    private readonly long _timeout;
    private readonly long _begunAt = Stopwatch.GetTimestamp();
    private long _countsFrom; // of the latency of an iteration without steps, in which pauses don't count
    private long _deadline; // of code outside of steps
    private long _leaveAt = long.MaxValue;
    private int _pauses;
    private bool _hasStepped;
    private bool _isBegun; // whether a request was recorded
    private bool _hasFailed;
    private bool _hasReturned;
    private bool _isOver; // whether the user's code was told so
    private bool _isDone;

    public Iteration(LoadPhase phase, TimeSpan timeout, PlannedIteration? planned)
    {
        (_phase, _timeout, _planned, Token) = (phase, Clock.ToTicks(timeout), planned, _end.Token);
        (_countsFrom, _deadline) = (planned?.Due ?? _begunAt, _begunAt + _timeout);
        phase.Recorders.Current.Iterations++;
    }

    /// <summary>Gets the token of the user's code.</summary>
    public CancellationToken Token { get; }

    /// <summary>Gets a task that completes when the user's code has not ended, though its token was cancelled.</summary>
    public Task Abandoned => _abandoned.Task;

    /// <summary>Gets the error that ends the run; <see langword="null"/> if there is none.</summary>
    public LoadTestException? Mistake { get; private set; }

    public Step Begin(string name)
    {
        lock (_lock)
        {
            var now = Stopwatch.GetTimestamp();
            ThrowIfOver(now);
            var index = IndexOf(name);
            var step = new Step(index, _planned is { } planned && !_isBegun ? planned.Due : now, now + _timeout);
            BeginRequest(index);
            _inFlight.Add(step);
            _hasStepped = true;
            return step;
        }
    }

    /// <summary>Ends a step.</summary>
    /// <param name="step">The step.</param>
    /// <param name="status">The status of its last response; zero if it had none.</param>
    /// <param name="error">What it threw; <see langword="null"/> if it succeeded.</param>
    /// <exception cref="IterationOverException">It succeeded too late.</exception>
    public void End(Step step, int status, Exception? error)
    {
        lock (_lock)
        {
            var now = Stopwatch.GetTimestamp();
            if (_inFlight.Remove(step))
            {
                Record(step, status, error, now);
                Rest(now);
            }
            else if (error is null)
            {
                throw new IterationOverException(Token);
            }
        }
    }

    public async Task PauseAsync(TimeSpan time)
    {
        long begun;
        lock (_lock)
        {
            begun = Stopwatch.GetTimestamp();
            ThrowIfOver(begun);
            _pauses++;
        }

        await Task.Delay(time, Token).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        lock (_lock)
        {
            var now = Stopwatch.GetTimestamp();
            _pauses--;
            _countsFrom += now - begun;
            Rest(now);
            ThrowIfOver(now);
        }
    }

    /// <summary>Ends what has no more time. Called by the watcher.</summary>
    public void Watch(long now)
    {
        lock (_lock)
        {
            if (_isDone)
            {
                return;
            }

            if (_phase.IsAborted)
            {
                TakeAll(step => _phase.Recorders.Current.Abandon(step.Index));
                Stop(now);
            }

            for (var i = _inFlight.Count - 1; i >= 0; i--)
            {
                if (_inFlight[i].Deadline < now)
                {
                    TimeOut(_inFlight[i]);
                    _inFlight.RemoveAt(i);
                    Stop(now);
                }
            }

            // Without a step the whole iteration is the request, which drains as any other does.
            var isIdle = _inFlight.Count == 0;
            if (isIdle && !_phase.Window.Includes(now) && (_hasStepped || _pauses > 0))
            {
                _ = _end.CancelAsync();
            }

            if (isIdle && _pauses == 0 && _deadline < now && _leaveAt == long.MaxValue && !_hasReturned)
            {
                FailOutside(FailureKind.Timeout, $"the code {(_hasStepped ? "between two steps" : "of the iteration")} did not end in time");
                Stop(now);
            }

            if (_leaveAt < now)
            {
                TakeAll(TimeOut);
                _abandoned.TrySetResult();
            }

            CompleteIfDrained();
        }
    }

    /// <summary>Waits for steps that the user's code began but did not await.</summary>
    public Task DrainAsync()
    {
        lock (_lock)
        {
            _hasReturned = true;
            CompleteIfDrained();
            return _drained.Task;
        }
    }

    /// <summary>Records how the iteration ended. Returns whether it went well.</summary>
    /// <param name="code">The user's code.</param>
    public bool End(Task code)
    {
        lock (_lock)
        {
            _isDone = true;
            if (!code.IsCompleted)
            {
                _phase.Recorders.Current.StuckIterations++;
                return false;
            }

            var error = code.IsCanceled ? new TaskCanceledException(code) : code.Exception?.InnerException;
            if (!_isOver && !_end.IsCancellationRequested && !_phase.IsAborted && !_hasFailed)
            {
                if (error is not null)
                {
                    FailOutside(StepFailure.KindOf(error), StepFailure.Describe(error), error);
                }
                else if (!_hasStepped)
                {
                    var index = _phase.Steps!.IndexOfScenario;
                    BeginRequest(index);
                    Record(new Step(index, _countsFrom, long.MaxValue), status: 0, error: null, Stopwatch.GetTimestamp());
                }
            }

            if (_planned is { } planned && !_isBegun)
            {
                _phase.RecordUnsent(planned.Number, planned.Due, busySince: planned.Due);
            }

            return error is null && !_hasFailed;
        }
    }

    private int IndexOf(string name)
    {
        try
        {
            return _phase.Steps!.IndexOf(name);
        }
        catch (LoadTestException e)
        {
            // A mistake in the test: the phase ends, and so does the run.
            Mistake = e;
            _phase.Abort();
            throw;
        }
    }

    private void ThrowIfOver(long now)
    {
        if (_isDone || _end.IsCancellationRequested || !_phase.Window.Includes(now))
        {
            _isOver = true;
            throw new IterationOverException(Token);
        }
    }

    private void BeginRequest(int index)
    {
        var recorder = _phase.Recorders.Current;
        if (_planned is { } planned && !_isBegun)
        {
            var lateness = Clock.ToNanoseconds(_begunAt - planned.Due);
            if (planned.HasWaited)
            {
                recorder.HasWaited(lateness);
            }

            recorder.BeginPlanned(index, lateness);
        }
        else
        {
            recorder.Begin(index);
        }

        _isBegun = true;
    }

    private void Record(Step step, int status, Exception? error, long now)
    {
        var recorder = _phase.Recorders.Current;
        if (_phase.IsAborted)
        {
            recorder.Abandon(step.Index);
        }
        else if (error is null)
        {
            var at = Clock.ToNanoseconds(now - _phase.Window.Start);
            recorder.Complete(step.Index, status, success: true, _phase.Window.Includes(now), at, Clock.ToNanoseconds(now - step.SentAt));
        }
        else
        {
            RecordFailure(recorder, step, status, error, now);
        }
    }

    private void RecordFailure(Recorder recorder, Step step, int status, Exception error, long now)
    {
        _hasFailed = true;
        var (kind, detail) = (StepFailure.KindOf(error), StepFailure.Describe(error));
        status = error is HttpRequestException { StatusCode: { } own } ? (int)own : status;
        if (kind is FailureKind.UnexpectedStatus or FailureKind.FailedCheck && status > 0)
        {
            _phase.RecordFailedStep(recorder, step.Index, status, kind, now, detail);
        }
        else
        {
            _phase.RecordFailure(recorder, step.Index, kind, step.SentAt, detail, response: null);
        }
    }

    private void TimeOut(Step step)
    {
        _hasFailed = true;
        var limit = Clock.ToTimeSpan(Clock.ToNanoseconds(_timeout)).TotalSeconds;
        _phase.RecordFailure(
            _phase.Recorders.Current, step.Index, FailureKind.Timeout, step.SentAt, FormattableString.Invariant($"the step did not end within {limit:0.###} s"),
            response: null);
    }

    private void FailOutside(FailureKind kind, string detail, Exception? error = null)
    {
        var index = _phase.Steps!.IndexOfScenario;
        BeginRequest(index);
        _hasFailed = true;
        if (error is HttpRequestException { StatusCode: { } status })
        {
            _phase.RecordFailedStep(_phase.Recorders.Current, index, (int)status, kind, Stopwatch.GetTimestamp(), detail);
        }
        else
        {
            _phase.RecordFailure(_phase.Recorders.Current, index, kind, _countsFrom, detail, response: null);
        }
    }

    private void TakeAll(Action<Step> record)
    {
        foreach (var step in _inFlight)
        {
            record(step);
        }

        _inFlight.Clear();
    }

    // From now on, code outside of steps uses up its time.
    private void Rest(long now)
    {
        _deadline = now + _timeout;
        CompleteIfDrained();
    }

    private void CompleteIfDrained()
    {
        if (_hasReturned && _inFlight.Count == 0)
        {
            _drained.TrySetResult();
        }
    }

    private void Stop(long now)
    {
        if (_leaveAt == long.MaxValue)
        {
            _leaveAt = now + _grace;
            _ = _end.CancelAsync();
        }
    }
}
