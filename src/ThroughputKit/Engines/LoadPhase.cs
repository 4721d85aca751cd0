using System.Diagnostics;
using ThroughputKit.Engines.Client;
using ThroughputKit.Pacing;
using ThroughputKit.Recording;
using ThroughputKit.Requests;
using ThroughputKit.Responses;
using ThroughputKit.Traffic;

namespace ThroughputKit.Engines;

/// <summary>
/// One phase of load: the first request, the warm-up, or the measured window. Engines report to it how each request ended.
/// </summary>
internal sealed class LoadPhase : IDisposable
{
    private const int FirstOfServerErrors = 500;

    // Timers may be that early. Just before the end, one request after another would fail without any pause.
    private static readonly TimeSpan _early = TimeSpan.FromMilliseconds(2);

    private readonly TaskCompletionSource _opened = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly CancellationTokenSource _abort = new();
    private readonly object _gate = new(); // not a Lock, which has no Wait
    private readonly EncodedRequest[] _requests;
    private bool _isOpen; // guarded by _gate
    private volatile bool _isAborted;

    /// <summary>Creates a phase that sends the requests; by default in turn, in a closed loop, and as many as fit into the window.</summary>
    public LoadPhase(EncodedRequest[] requests, RecorderSet recorders, Schedule? schedule = null, StepNames? steps = null)
    {
        _requests = requests;
        Schedule = schedule ?? new Schedule(new RequestOrder(Math.Max(1, requests.Length)));
        Window = Schedule.Window;
        Recorders = recorders;
        Steps = steps;
        Evidence = new Evidence(steps is null ? requests.Length : steps.Max);
    }

    /// <summary>
    /// Gets the action that is called for the first failures for which the app itself is responsible, before the next request of that connection;
    /// <see langword="null"/> for none.
    /// </summary>
    public Action? AppFailed { get; init; }

    /// <summary>Gets whether the users of a scenario go on without their pauses.</summary>
    public bool SkipsPauses { get; init; }

    /// <summary>Gets the steps of scenarios, which then stand in place of the requests; <see langword="null"/> if there are none.</summary>
    public StepNames? Steps { get; }

    /// <summary>Gets what is sent, and when.</summary>
    public Schedule Schedule { get; }

    public Window Window { get; }

    public RecorderSet Recorders { get; }

    public Evidence Evidence { get; }

    /// <summary>Gets a task that completes when the load may begin.</summary>
    public Task Opened => _opened.Task;

    /// <summary>Waits until the load may begin, and allocates nothing.</summary>
    public void AwaitOpened()
    {
        lock (_gate)
        {
            while (!_isOpen)
            {
                Monitor.Wait(_gate);
            }
        }
    }

    /// <summary>Gets a token that is cancelled when requests in flight are to be abandoned.</summary>
    public CancellationToken Aborted => _abort.Token;

    public bool IsAborted => _isAborted;

    /// <summary>Lets the load begin. Engines have allocated everything they need by then.</summary>
    public void Open(TimeSpan length)
    {
        Window.Open(Stopwatch.GetTimestamp(), length == TimeSpan.MaxValue ? long.MaxValue : Clock.ToTicks(length));

        // Either this call sees that the phase was aborted before it was opened, or Abort closes the window that was opened here.
        Interlocked.MemoryBarrier();
        if (IsAborted)
        {
            Close();
        }

        SetOpened();
    }

    /// <summary>Stops new requests. Requests in flight are drained.</summary>
    public void Close() => Window.Close(Stopwatch.GetTimestamp());

    /// <summary>Ends the phase at once. Requests in flight are abandoned and counted as in flight.</summary>
    public void Abort()
    {
        Close(); // first, or connections whose requests are given up would begin others
        _isAborted = true;
        Interlocked.MemoryBarrier();
        Close();
        _abort.Cancel();
        SetOpened();
    }

    /// <summary>Waits until the window is over, or the phase is aborted.</summary>
    public async Task EndedAsync()
    {
        while (Window.Includes(Stopwatch.GetTimestamp()))
        {
            await PauseAsync(until: long.MaxValue).ConfigureAwait(false);
        }
    }

    /// <summary>Lets a sender wait, and go on, that nobody else wakes.</summary>
    public async Task WaitAsync(Sender sender)
    {
        await PauseAsync(sender.Until).ConfigureAwait(false);
        sender.GoOn(Stopwatch.GetTimestamp());
    }

    /// <summary>Waits until a time, but hardly beyond the end of the window. May end a little early.</summary>
    public async Task PauseAsync(long until)
    {
        var now = Stopwatch.GetTimestamp();
        var left = Clock.ToTimeSpan(Clock.ToNanoseconds(Math.Min(until, Window.End) - now)) + (until < Window.End ? TimeSpan.Zero : _early);
        if (left > TimeSpan.Zero && Window.Includes(now))
        {
            await Task.Delay(left, Aborted).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
    }

    /// <summary>Returns what is cancelled with the end of the window, never early, or when the phase is aborted.</summary>
    public CancellationTokenSource EndWithWindow(long now)
    {
        var end = CancellationTokenSource.CreateLinkedTokenSource(Aborted);
        if (Window.End < long.MaxValue)
        {
            end.CancelAfter(Clock.ToTimeSpan(Clock.ToNanoseconds(Window.End - now)) + _early);
        }

        return end;
    }

    public EncodedRequest RequestAt(int index) => _requests[index];

    /// <summary>Records a complete response, with the check that it fails, if there is one.</summary>
    public void RecordComplete(
        Recorder recorder, int index, int status, BodyStart body, long begun, long now, Func<string> response, string? fault,
        Func<(string Shown, string Head)>? sent)
    {
        var at = Clock.ToNanoseconds(now - Window.Start);
        var failure = fault is null ? FailureKind.UnexpectedStatus : FailureKind.FailedCheck;
        var success = fault is null && _requests[index].Expected.Has(status);
        recorder.Complete(index, status, success, Window.Includes(now), at, Clock.ToNanoseconds(now - begun), body.Length > 0, failure);
        if (success)
        {
            recorder.RecordBody(index, body, begun, now);
        }
        else if (Evidence.Wants(failure, index))
        {
            AddEvidence(index, failure, at, fault ?? _requests[index].Expected.Instead(status), response, sent);
            if (fault is null && status >= FirstOfServerErrors)
            {
                AppFailed?.Invoke();
            }
        }
    }

    /// <summary>Records that a step of a scenario failed after it had got a response.</summary>
    public void RecordFailedStep(Recorder recorder, int index, int status, FailureKind kind, long now, string detail, Func<string?> head, string? response)
    {
        var at = Clock.ToNanoseconds(now - Window.Start);
        recorder.Complete(index, status, success: false, Window.Includes(now), at, latency: 0, failure: kind);
        if (Evidence.Wants(kind, index))
        {
            AddEvidence(index, kind, at, detail, response is null ? null : () => response, head: head);
            if (status >= FirstOfServerErrors)
            {
                AppFailed?.Invoke();
            }
        }
    }

    public void RecordFailure(
        Recorder recorder, int index, FailureKind kind, long begun, string detail, Func<string>? response, Func<(string Shown, string Head)>? sent = null,
        Func<string?>? head = null)
    {
        var now = Stopwatch.GetTimestamp();
        var at = Clock.ToNanoseconds(now - Window.Start);
        recorder.Fail(index, kind, at);
        if (kind == FailureKind.Timeout)
        {
            Recorders.Censored.TimedOut(index, Clock.ToNanoseconds(now - begun));
        }

        if (Evidence.Wants(kind, index))
        {
            AddEvidence(index, kind, at, detail, response, sent, head);
            if (kind is FailureKind.Read or FailureKind.ClosedWhileReusing)
            {
                AppFailed?.Invoke();
            }
        }
    }

    /// <summary>Records the requests that senders had no time for before the end of the window: they are never sent.</summary>
    public void RecordUnsent(Senders senders)
    {
        if (senders.Plan is { } plan)
        {
            RecordUnsent(plan, senders.NoneFreeSince);
            while (senders.TryTakeOverdue(out var number, out var due))
            {
                RecordUnsent(number, due, senders.NoneFreeSince);
            }
        }
    }

    /// <summary>
    /// Records the rest of a plan. No sender has been free since <paramref name="busySince"/>, if that is set. There may be many millions of requests, for
    /// which a cancelled run doesn't wait.
    /// </summary>
    public void RecordUnsent(PlannedRequests plan, long? busySince)
    {
        while (plan.Due < Window.End && !IsAborted)
        {
            RecordUnsent(plan.Number, plan.Due, busySince);
            plan.Advance();
        }
    }

    public void Dispose() => _abort.Dispose();

    private void RecordUnsent(long number, long due, long? busySince)
    {
        if (due < Window.End)
        {
            var index = Schedule.IndexOf(number);
            index = Steps?.IndexOfFirst(index) ?? index;
            Recorders.Censored.NeverSent(index, Clock.ToNanoseconds(Window.End - due), PlannedRequests.WaitsForConnection(due, busySince));
        }
    }

    private void SetOpened()
    {
        lock (_gate)
        {
            _isOpen = true;
            Monitor.PulseAll(_gate);
        }

        _opened.TrySetResult();
    }

    private void AddEvidence(
        int index, FailureKind kind, long at, string detail, Func<string>? response, Func<(string Shown, string Head)>? sent = null,
        Func<string?>? head = null)
    {
        var request = sent?.Invoke();
        var example = new FailureExample
        {
            Kind = kind,
            Request = Steps is null ? _requests[index].Name : Steps.All[index],
            At = Clock.ToTimeSpan(at),
            Detail = detail,
            Response = response?.Invoke(),
            Sent = request?.Shown,
        };
        Evidence.Add(example, index, request?.Head ?? head?.Invoke());
    }
}
