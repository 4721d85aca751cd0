using ThroughputKit.Engines;
using ThroughputKit.Engines.Client;
using ThroughputKit.Engines.Loops;
using ThroughputKit.Pacing;
using ThroughputKit.Recording;
using ThroughputKit.Requests;
using ThroughputKit.Requests.Chains;
using ThroughputKit.Traffic;

namespace ThroughputKit.Running;

/// <summary>Runs consecutive stretches of load over the same connections and into the same recorders.</summary>
internal sealed class Phases(ILoadEngine engine, EncodedRequest[] requests, RecorderSet recorders, LoadRate? rate, LoopCrew? crew)
{
    private static readonly TimeSpan _longest = TimeSpan.FromHours(2);

    /// <summary>Gets the action that is called for the first failures for which the app itself is responsible; <see langword="null"/> for none.</summary>
    public Action? AppFailed { get; set; }

    /// <summary>Gets what hides secrets in evidence; <see langword="null"/> if nothing is hidden.</summary>
    public Secrets? Secrets { get; init; }

    /// <summary>Gets or sets the order of the requests.</summary>
    public RequestOrder Order { get; set; } = new(requests.Length);

    /// <summary>Gets the kind of load.</summary>
    public LoadKind Kind { get; init; } = LoadKind.Mix;

    /// <summary>Gets the steps of scenarios; <see langword="null"/> if there are none.</summary>
    public StepNames? Steps { get; init; }

    /// <summary>Gets the number of users over time; <see langword="null"/> if it doesn't change.</summary>
    public LoadUsers? Users { get; init; }

    /// <summary>Gets the chains that each connection sends; <see langword="null"/> if the requests are independent.</summary>
    public ChainMix? Chains { get; init; }

    /// <summary>Gets or sets the place in the order, and in the data, from which the next phase goes on: the number of requests before it.</summary>
    public long First { get; set; }

    /// <summary>Gets whether virtual users pause between requests.</summary>
    public bool HasPauses => Chains is { HasPauses: true };

    /// <summary>Gets or sets whether virtual users go on without their pauses.</summary>
    public bool SkipsPauses { get; set; }

    /// <summary>Gets the number of different requests, or of scenarios.</summary>
    public int Requests => Steps?.Scenarios ?? Math.Max(1, requests.Length);

    /// <summary>Gets whether requests are sent at a set rate.</summary>
    public bool IsPaced => rate is not null;

    /// <summary>Runs one phase until none of its requests is in flight. It begins when no other phase runs on the same threads.</summary>
    /// <param name="length">The length of its window.</param>
    /// <param name="budget">The total number of requests, without a rate, or of passes, at the rate; <see langword="null"/> if it is not fixed.</param>
    /// <param name="beforeOpen">Runs in the quiet moment before the load begins. Nothing is allocated after it.</param>
    /// <param name="afterLoad">Runs once nothing is in flight. Nothing is allocated before it.</param>
    /// <param name="meanwhile">Runs during the load. The window ends when it completes.</param>
    /// <param name="isWindow">Whether this is the measured window. A changing rate, or number of users, begins only in the window.</param>
    /// <param name="closing">Prevents new requests from starting once it is cancelled.</param>
    /// <param name="abandoning">Ends the phase with its requests in flight once it is cancelled. That is no cancellation of the run.</param>
    /// <param name="cancellationToken">Aborts the requests in flight.</param>
    public async Task<(Window Window, bool WasAborted, IReadOnlyList<FailureExample> Examples)> RunAsync(
        TimeSpan length,
        RequestBudget? budget = null,
        Action<Window>? beforeOpen = null,
        Action? afterLoad = null,
        Func<LoadPhase, Task>? meanwhile = null,
        bool isWindow = false,
        CancellationToken closing = default,
        CancellationToken abandoning = default,
        CancellationToken cancellationToken = default)
    {
        cancellationToken.ThrowIfCancellationRequested();
        await (crew?.Turn.WaitAsync(cancellationToken) ?? Task.CompletedTask).ConfigureAwait(false);
        recorders.Clear();
        var paced = RateOf(length, isWindow, budget);
        var schedule = new Schedule(Order)
        {
            Budget = paced is null ? budget : null, // the rate ends with it
            Rate = paced,
            Chains = Chains,
            HasPauses = HasPauses && !SkipsPauses,
            Users = isWindow && length == Users?.Duration ? Users : null, // a window of a moment has all of them
            First = First,
        };
        using var phase = new LoadPhase(requests, recorders, schedule, Steps) { AppFailed = AppFailed, SkipsPauses = SkipsPauses };
        var abort = cancellationToken.UnsafeRegister(static p => ((LoadPhase)p!).Abort(), phase);
        var abandon = abandoning.UnsafeRegister(static p => ((LoadPhase)p!).Abort(), phase);
        var close = closing.UnsafeRegister(static p => ((LoadPhase)p!).Close(), phase);
        var load = Task.CompletedTask;
        try
        {
            await engine.EnterAsync(schedule, cancellationToken).ConfigureAwait(false);
            load = engine.RunAsync(phase);
            await Task.Yield(); // what waits for this phase is allocated now
            beforeOpen?.Invoke(phase.Window);
            phase.Open(length);
            if (closing.IsCancellationRequested)
            {
                phase.Close();
            }

            if (meanwhile is not null)
            {
                await meanwhile(phase).ConfigureAwait(false);
                phase.Close();
            }

            await load.ConfigureAwait(false);
            if (schedule.IsPaced && budget is null)
            {
                // The last request may be due, and answered, before the end of the window.
                await phase.EndedAsync().ConfigureAwait(false);
            }

            afterLoad?.Invoke();
            HasLeftRequests = phase.IsAborted;
            return (phase.Window, phase.IsAborted, phase.Evidence.Examples(Secrets));
        }
        catch
        {
            // The load must not outlive the phase, whatever went wrong.
            phase.Abort();
            await load.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            throw;
        }
        finally
        {
            await abort.DisposeAsync().ConfigureAwait(false);
            await abandon.DisposeAsync().ConfigureAwait(false);
            await close.DisposeAsync().ConfigureAwait(false);
            crew?.Turn.Release();
        }
    }

    /// <summary>Gets the cost of the engine's own threads in the last phase; <see langword="null"/> if it has none.</summary>
    public EngineCost? Cost => engine.Cost;

    /// <summary>Gets whether the last phase ended before its requests in flight were answered.</summary>
    public bool HasLeftRequests { get; private set; }

    /// <summary>Merges the recordings of the last phase.</summary>
    public Recorder Merge() => recorders.Merge();

    /// <summary>Gets the heap bytes taken by recorders that were created during a phase.</summary>
    public long LateBytes => recorders.LateBytes;

    /// <summary>Gets the heap bytes taken by recorders that were created, or merged, since the first ones.</summary>
    public long HeldBytes => recorders.HeldBytes;

    /// <summary>Gets the number of requests that succeeded in the last phase.</summary>
    public long Succeeded => recorders.Succeeded;

    /// <summary>Gets the number of requests that failed in the last phase.</summary>
    public long Failed => recorders.Failed;

    /// <summary>Gets the number of iterations of scenarios that ended by themselves in the last phase.</summary>
    public long IterationsEnded => recorders.IterationsEnded;

    /// <summary>Adds the latencies so far of the present phase, or those of the last one.</summary>
    public void AddLatencyTo(LatencyHistogram histogram) => recorders.AddLatencyTo(histogram);

    /// <summary>Gets the number of complete responses in the last phase.</summary>
    public long Completed => recorders.Completed;

    // Before the window the load holds the highest rate, so that no part of the rate is new to the app.
    private LoadRate? RateOf(TimeSpan length, bool isWindow, RequestBudget? budget)
    {
        if (rate is null || budget is { IsOfPasses: false })
        {
            return null;
        }

        var highest = LoadRate.From(rate.Highest);
        return isWindow ? rate : budget is null ? highest.Hold(length < _longest ? length : _longest) : highest.Until(budget.Count);
    }
}
