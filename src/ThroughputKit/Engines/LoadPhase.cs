using System.Diagnostics;
using ThroughputKit.Engines.Client;
using ThroughputKit.Pacing;
using ThroughputKit.Recording;
using ThroughputKit.Requests;
using ThroughputKit.Requests.Chains;
using ThroughputKit.Responses;

namespace ThroughputKit.Engines;

/// <summary>
/// One phase of load: the first request, the warm-up, or the measured window. Engines ask it whether another request may
/// begin and report to it how each request ended.
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
    private readonly RequestOrder _order;
    private readonly RequestBudget? _budget;
    private readonly LoadRate? _rate;
    private bool _isOpen; // guarded by _gate
    private volatile bool _isAborted;

    /// <summary>
    /// Creates a phase that sends the requests in an order, in turn by default: without a budget, as many as fit into the window; without a rate, in a
    /// closed loop.
    /// </summary>
    public LoadPhase(
        EncodedRequest[] requests, RecorderSet recorders, RequestBudget? budget = null, LoadRate? rate = null, RequestOrder? order = null,
        StepNames? steps = null)
    {
        (_requests, _order, _budget, _rate) = (requests, order ?? new RequestOrder(requests.Length), budget, rate);
        Recorders = recorders;
        Steps = steps;
        Evidence = new Evidence(steps is null ? requests.Length : StepNames.Max);
    }

    /// <summary>
    /// Gets the action that is called for the first failures for which the app itself is responsible, before the next request of that connection;
    /// <see langword="null"/> for none.
    /// </summary>
    public Action? AppFailed { get; init; }

    /// <summary>Gets the chain that each connection sends; <see langword="null"/> if the requests are independent.</summary>
    public Chain? Chain { get; init; }

    /// <summary>Gets whether the virtual users of the chain pause between requests.</summary>
    public bool HasPauses { get; init; }

    /// <summary>Gets whether the users of a scenario go on without their pauses.</summary>
    public bool SkipsPauses { get; init; }

    /// <summary>Gets the number of requests of earlier stretches of load, from which the order and the data go on.</summary>
    public long First { get; init; }

    /// <summary>Gets whether requests are sent at a set rate.</summary>
    public bool IsPaced => _rate is not null;

    /// <summary>Gets the steps of a scenario, which then stand in place of the requests; <see langword="null"/> if there is none.</summary>
    public StepNames? Steps { get; }

    /// <summary>Gets the number of users over time; <see langword="null"/> if it doesn't change.</summary>
    public LoadUsers? Users { get; init; }

    public Window Window { get; } = new();

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
        _isAborted = true;
        Interlocked.MemoryBarrier();
        Close();
        _abort.Cancel();
        SetOpened();
    }

    /// <summary>Chooses the number of the next request of a connection. Returns false when the phase begins no more requests.</summary>
    public bool TryNext(ref RequestShare share, long now, out long number)
    {
        number = -1;
        if (!Window.Includes(now))
        {
            return false;
        }

        if (_budget is not null)
        {
            return _budget.TryTake(ref share, out number, together: Chain?.Steps.Length ?? 1);
        }

        number = share.Next++;
        return true;
    }

    /// <summary>Returns whether a connection may get another request. If not, a pause before it would be in vain.</summary>
    public bool HasNext(in RequestShare share) => _budget is null || share.Next < share.End || _budget.HasNext;

    /// <summary>Returns the planned requests of one of several senders.</summary>
    public PlannedRequests Plan(int sender, int senders) => new(new Pacer(_rate!.Segments, sender, senders), Window.Start);

    /// <summary>Waits until the window is over, or the phase is aborted.</summary>
    public async Task EndedAsync()
    {
        while (Window.Includes(Stopwatch.GetTimestamp()))
        {
            await PauseAsync(TimeSpan.MaxValue).ConfigureAwait(false);
        }
    }

    /// <summary>Waits before a connection is reopened, but hardly beyond the end of the window.</summary>
    public async Task PauseAsync(TimeSpan pause)
    {
        var left = Clock.ToTimeSpan(Clock.ToNanoseconds(Window.End - Stopwatch.GetTimestamp()));
        if (left > TimeSpan.Zero)
        {
            await Task.Delay(pause < left ? pause : left + _early, Aborted)
                .ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
    }

    /// <summary>Returns what a connection begins with: nothing that is taken yet, and a place of its own in the order.</summary>
    public RequestShare ShareOf(int connection, int connections)
    {
        var first = _order.FirstOf(connection, connections) + (AreShared ? 0 : InTurns(First, connections));
        return _budget?.From(first) ?? new RequestShare { Next = first, End = first };
    }

    /// <summary>Returns the number of the first pass of a chain's virtual user, of several.</summary>
    public long FirstPass(int users) => InTurns(First, users * Chain!.Steps.Length);

    /// <summary>Returns the index of the request that is sent as this number.</summary>
    public int IndexOf(long number) => _order.IndexOf(number + Shift);

    /// <summary>
    /// Returns the number of the data's row for the request that is sent as this number. In a closed loop each connection counts its own requests, and
    /// takes every n-th row of n connections, so that all rows are taken in turn; otherwise all connections share the numbers.
    /// </summary>
    public long RowOf(long number, int connection, int connections) =>
        Place(_order.WithDataBefore(number + Shift), _order.WithDataBefore(_order.FirstOf(connection, connections)), connection, connections);

    /// <summary>Returns a number that no other request of the phase has: counted as that of the row, but for all requests.</summary>
    public long PlaceOf(long number, int connection, int connections) =>
        Place(number + Shift, _order.FirstOf(connection, connections), connection, connections);

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
    public void RecordFailedStep(Recorder recorder, int index, int status, FailureKind kind, long now, string detail, Func<string?> head)
    {
        var at = Clock.ToNanoseconds(now - Window.Start);
        recorder.Complete(index, status, success: false, Window.Includes(now), at, latency: 0, failure: kind);
        if (Evidence.Wants(kind, index))
        {
            AddEvidence(index, kind, at, detail, response: null, head: head);
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

    /// <summary>
    /// Records the rest of a sender's plan once the window is over: these requests are never sent. The sender has had no free connection since
    /// <paramref name="busySince"/>, if that is set. There may be many millions, for which a cancelled run doesn't wait.
    /// </summary>
    public void RecordUnsent(PlannedRequests plan, long? busySince)
    {
        while (plan.Due < Window.End && !IsAborted)
        {
            RecordUnsent(plan.Number, plan.Due, busySince);
            plan.Advance();
        }
    }

    /// <summary>Records one request that was due within the window and is never sent.</summary>
    public void RecordUnsent(long number, long due, long? busySince)
    {
        if (due < Window.End)
        {
            var index = Steps?.IndexOfFirst ?? IndexOf(number);
            Recorders.Censored.NeverSent(index, Clock.ToNanoseconds(Window.End - due), PlannedRequests.WaitsForConnection(due, busySince));
        }
    }

    public void Dispose() => _abort.Dispose();

    /// <summary>Returns the rest of a chain's pass, which has failed and can't begin again soon, so that other connections send it.</summary>
    public void GiveBack(ref RequestShare share) => _budget?.GiveBack(ref share);

    private void SetOpened()
    {
        lock (_gate)
        {
            _isOpen = true;
            Monitor.PulseAll(_gate);
        }

        _opened.TrySetResult();
    }

    // Connections that share their numbers count them from zero in each phase.
    private bool AreShared => _budget is { IsShared: true } || IsPaced;

    private long Shift => AreShared ? First : 0;

    private long Place(long number, long first, int connection, int connections) =>
        AreShared ? number : ((number - first) * connections) + connection;

    // As many turns of each as all of these requests need.
    private static long InTurns(long requests, long takers) => (requests + takers - 1) / takers;

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
