using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using ThroughputKit.Pacing;
using ThroughputKit.Scenarios;
using ThroughputKit.Traffic;

namespace ThroughputKit.Engines.Client;

/// <summary>
/// Accounts for one iteration of a user: each of its steps is a request. Code outside of steps is a request of the scenario's own name, but only if it fails,
/// gets a response that isn't a success, or there is no step at all.
/// </summary>
/// <remarks>
/// The user's code begins and ends steps, on any thread and several at a time; the watcher ends what has no more time. Whoever takes a step out of those in
/// flight records it. The token is cancelled when a step's time is up, and when the load is over and no step is in flight.
/// </remarks>
[SuppressMessage("Design", "CA1001", Justification = "Code that was left behind may still use the token. Its source holds nothing that must be freed.")]
internal sealed class Iteration : IUserActivity
{
    // For code that is to end because its token is cancelled.
    private static readonly long _grace = Clock.ToTicks(TimeSpan.FromSeconds(1));

    private static readonly TimeSpan _longestDelay = TimeSpan.FromDays(1); // a timer can't wait for longer than 49 days

    private readonly Lock _lock = new();
    private readonly List<Step> _inFlight = [];
    private readonly CancellationTokenSource _end = new();
    private readonly TaskCompletionSource _abandoned = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly TaskCompletionSource _drained = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly LoadPhase _phase;
    private readonly StepAccount _account;
    private readonly ExpectedStep _expected;
    private readonly bool _isPlanned;
    private readonly long _timeout;
    private readonly long _begunAt = Stopwatch.GetTimestamp();
    private readonly long _lateness;
    private long _countsFrom; // of the latency of the first step, or of an iteration without steps; pauses don't count
    private long _deadline; // of code outside of steps
    private long _leaveAt = long.MaxValue;
    private int _pauses;
    private long _pausedAt; // since when there is a pause
    private bool _hasStepped;
    private bool _hasFailed;
    private bool _hasReturned;
    private bool _isCutOff; // whether the load was over before the user's code
    private bool _isStopped; // because a step, or the code outside of steps, had no more time
    private bool _isDone;

    public Iteration(LoadPhase phase, ExpectedStep expected, Sender sender)
    {
        (_phase, _expected, _timeout, _isPlanned, Token) = (phase, expected, Clock.ToTicks(expected.Timeout), sender.IsPlanned, _end.Token);
        Scenario = phase.Schedule.IndexOf(sender.Number);
        _account = new StepAccount(phase, Scenario);
        (_countsFrom, _lateness, _deadline) = (sender.Due ?? _begunAt, _begunAt - (sender.Due ?? _begunAt), _begunAt + _timeout);
        var recorder = phase.Recorders.Current;
        recorder.BeginIteration(Scenario);
        if (sender.Due is { } due)
        {
            var lateness = Clock.ToNanoseconds(_begunAt - due);
            recorder.BeginPlanned(lateness);
            if (sender.HasWaited)
            {
                recorder.HasWaited(lateness);
            }
        }
    }

    /// <summary>Gets the number of its scenario.</summary>
    public int Scenario { get; }

    /// <summary>Gets the token of the user's code.</summary>
    public CancellationToken Token { get; }

    /// <summary>Gets a task that completes when the user's code has not ended, though its token was cancelled.</summary>
    public Task Abandoned => _abandoned.Task;

    /// <summary>Gets the error that ends the run; <see langword="null"/> if there is none.</summary>
    public LoadTestException? Mistake { get; private set; }

    public void Answered(HttpRequestMessage request) => _account.LastAnswered = request;

    /// <summary>Waits, for ever if a timer can't wait that long. Ends with the token, and does not throw.</summary>
    public static async Task DelayAsync(TimeSpan time, CancellationToken token) =>
        await Task.Delay(time < _longestDelay ? time : Timeout.InfiniteTimeSpan, token).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);

    public bool Wants(FailureKind kind, Step step) => _phase.Evidence.Wants(kind, step.Index);

    /// <inheritdoc/>
    /// <exception cref="LoadTestException">The name is one too many, or the step has mistakes. The run ends.</exception>
    /// <exception cref="IterationOverException">The iteration has to end.</exception>
    public Step Begin(string name, bool retries = false, LoadStep? own = null, MessageWait? wait = null)
    {
        lock (_lock)
        {
            var now = Stopwatch.GetTimestamp();
            ThrowIfOver(now);
            var sentAt = wait?.SentAt ?? now;
            if (_isPlanned && !_hasStepped)
            {
                // A pause may have been the wait for an answer.
                sentAt = Math.Min(_countsFrom, wait?.SentAt is { } asked ? asked - _lateness : long.MaxValue);
            }

            var step = new Step(IndexOf(name, own), sentAt, now + _timeout, _expected, retries, own, wait);
            _account.Begin(step, isFirst: !_hasStepped);
            _inFlight.Add(step);
            _hasStepped = true;
            return step;
        }
    }

    /// <inheritdoc/>
    /// <exception cref="IterationOverException">It succeeded too late.</exception>
    public void End(Step step, Exception? error)
    {
        lock (_lock)
        {
            var now = Stopwatch.GetTimestamp();
            if (_inFlight.Remove(step))
            {
                Record(step, error, now);
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
        lock (_lock)
        {
            var now = Stopwatch.GetTimestamp();
            ThrowIfOver(now);
            if (_phase.SkipsPauses)
            {
                return;
            }

            _pausedAt = _pauses++ == 0 ? now : _pausedAt;
        }

        await DelayAsync(time, Token).ConfigureAwait(false);
        lock (_lock)
        {
            var now = Stopwatch.GetTimestamp();
            _countsFrom += --_pauses == 0 ? now - _pausedAt : 0;
            Rest(now);
            ThrowIfOver(now);
        }
    }

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
                CutOff();
                TakeAll(now);
                Stop(now);
            }

            for (var i = _inFlight.Count - 1; i >= 0; i--)
            {
                if (_inFlight[i].IsUnasked && !_phase.Window.Includes(now))
                {
                    _account.Withdraw(_inFlight[i]); // may never come
                    _inFlight.RemoveAt(i);
                }
                else if (_inFlight[i].Deadline < now)
                {
                    _hasFailed = true;
                    _account.TimeOut(_inFlight[i], now);
                    _inFlight.RemoveAt(i);
                    Stop(now);
                }
            }

            // Without a step the whole iteration is the request, which drains as any other does.
            var isIdle = _inFlight.Count == 0;
            if (isIdle && !_phase.Window.Includes(now) && (_hasStepped || _pauses > 0))
            {
                CutOff();
                Leave(now);
            }

            if (isIdle && _pauses == 0 && _deadline < now && _leaveAt == long.MaxValue && !_hasReturned)
            {
                var what = _hasStepped ? "between two steps" : "of the iteration";
                FailOutside(new TimeoutException(), now, $"the code {what} did not end in time");
                Stop(now);
            }

            if (_leaveAt < now)
            {
                TakeAll(now);
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

    /// <summary>Ends the phase, and so the run.</summary>
    public LoadTestException Mistaken(LoadTestException mistake)
    {
        Mistake = mistake;
        _phase.Abort();
        return mistake;
    }

    /// <summary>Records how the iteration ended. Returns whether its code returned: then the next one may begin at once.</summary>
    /// <param name="code">The user's code.</param>
    /// <param name="status">The status of its responses outside of steps; zero if there was none.</param>
    public bool End(Task code, int status)
    {
        lock (_lock)
        {
            _isDone = true;
            var recorder = _phase.Recorders.Current;
            recorder.StuckIterations += code.IsCompleted ? 0 : 1;
            var error = ErrorOf(code);
            NoteMistake(error);
            if (_isCutOff)
            {
                return code.IsCompletedSuccessfully;
            }

            var now = Stopwatch.GetTimestamp();
            if (code.IsCompleted)
            {
                recorder.EndIteration(_phase.Window.Includes(now), Clock.ToNanoseconds(now - _phase.Window.Start), Scenario);
            }

            if (!_hasFailed && error is not null && Mistake is null)
            {
                FailOutside(error, now);
            }
            else if (code.IsCompleted && !_hasFailed && (!_hasStepped || !_expected.Accepts(status)))
            {
                var step = BeginOutside();
                step.Received(status);
                Record(step, error: null, now);
            }

            return code.IsCompletedSuccessfully;
        }
    }

    // A cancelled task has no exception, and throws the one that cancelled it.
    private static Exception? ErrorOf(Task code)
    {
        try
        {
            (code.IsCanceled ? code : Task.CompletedTask).GetAwaiter().GetResult();
            return code.Exception?.InnerException;
        }
        catch (OperationCanceledException e)
        {
            return e;
        }
    }

    private Step BeginOutside()
    {
        var step = new Step(_phase.Steps!.IndexOfScenario(Scenario), _hasStepped ? _deadline - _timeout : _countsFrom, long.MaxValue, _expected);
        _account.Begin(step, isFirst: !_hasStepped);
        return step;
    }

    private void FailOutside(Exception error, long now, string? detail = null)
    {
        _hasFailed = true;
        _account.Fail(BeginOutside(), error, now, detail);
    }

    private int IndexOf(string name, LoadStep? own)
    {
        try
        {
            _ = own?.Expected;
            return _phase.Steps!.IndexOf(name, Scenario);
        }
        catch (LoadTestException e)
        {
            throw Mistaken(e);
        }
    }

    private void ThrowIfOver(long now)
    {
        if (!_phase.Window.Includes(now))
        {
            CutOff();
        }

        if (_isCutOff || _isDone || _drained.Task.IsCompleted || _end.IsCancellationRequested)
        {
            throw new IterationOverException(Token);
        }
    }

    private void Record(Step step, Exception? error, long now)
    {
        NoteMistake(error);
        if (_phase.IsAborted || StepFailure.IsCutOff(error))
        {
            _account.Abandon(step);
        }
        else if (error is WaitGivenUpException && step.IsUnasked)
        {
            _account.Withdraw(step);
        }
        else if (error is WaitGivenUpException || (error is OperationCanceledException && _isStopped))
        {
            _account.GiveUp(step, now); // nobody awaits it any more, or another step's time was up
        }
        else if (error is null || step.HasOwnFault)
        {
            _hasFailed |= !_account.Complete(step, now);
        }
        else
        {
            _hasFailed = true;
            _account.Fail(step, error, now);
        }
    }

    private void NoteMistake(Exception? error) => _ = StepFailure.MistakeOf(error) is { } mistake ? Mistaken(mistake) : null;

    private void TakeAll(long now)
    {
        foreach (var step in _inFlight)
        {
            if (_phase.IsAborted)
            {
                _account.Abandon(step);
            }
            else
            {
                _account.GiveUp(step, now);
            }
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

    // The load ended it, unless it was about to end because a step had no more time.
    private void CutOff() => _isCutOff |= !_isStopped;

    private void Stop(long now)
    {
        _isStopped = true;
        Leave(now);
    }

    private void Leave(long now)
    {
        if (_leaveAt == long.MaxValue)
        {
            _leaveAt = now + _grace;
            _ = _end.CancelAsync();
        }
    }
}
