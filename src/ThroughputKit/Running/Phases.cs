using ThroughputKit.Engines;
using ThroughputKit.Measurement;
using ThroughputKit.Pacing;
using ThroughputKit.Requests;

namespace ThroughputKit.Running;

/// <summary>Runs one stretch of load after another over the same connections and into the same recorders.</summary>
internal sealed class Phases(ILoadEngine engine, EncodedRequest[] requests, bool[] succeeds, RecorderSet recorders, LoadRate? rate)
{
    private static readonly TimeSpan _longest = TimeSpan.FromHours(2);

    /// <summary>Gets whether requests are sent at a set rate.</summary>
    public bool IsPaced => rate is not null;

    /// <summary>Runs one phase until nothing of it is in flight any more.</summary>
    /// <param name="length">The length of its window.</param>
    /// <param name="budget">How many requests it sends in all, or <see langword="null"/>.</param>
    /// <param name="beforeOpen">What is done in the quiet moment before the load begins; nothing is allocated after it.</param>
    /// <param name="meanwhile">What is done while the load runs; when it ends, the window does.</param>
    /// <param name="isWindow">Whether it is the window that is measured: before that, a changing rate is not begun yet.</param>
    /// <param name="closing">Lets no further request begin once it is cancelled.</param>
    /// <param name="cancellationToken">Gives up what is in flight.</param>
    public async Task<PhaseOutcome> RunAsync(
        TimeSpan length,
        RequestBudget? budget = null,
        Action<Window>? beforeOpen = null,
        Func<LoadPhase, Task>? meanwhile = null,
        bool isWindow = false,
        CancellationToken closing = default,
        CancellationToken cancellationToken = default)
    {
        cancellationToken.ThrowIfCancellationRequested();
        recorders.Clear();
        using var phase = new LoadPhase(requests, succeeds, recorders, budget, budget is null ? RateOf(length, isWindow) : null);
        var abort = cancellationToken.UnsafeRegister(static p => ((LoadPhase)p!).Abort(), phase);
        var close = closing.UnsafeRegister(static p => ((LoadPhase)p!).Close(), phase);
        var load = Task.CompletedTask;
        try
        {
            load = engine.RunAsync(phase);
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
            if (phase.IsPaced)
            {
                // The last request may be due, and answered, some time before the end.
                await phase.EndedAsync().ConfigureAwait(false);
            }

            return new PhaseOutcome(phase.Window, phase.IsAborted, phase.Evidence.Examples());
        }
        catch
        {
            // Nothing of the load outlives the phase, whatever went wrong beside it.
            phase.Abort();
            await load.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            throw;
        }
        finally
        {
            await abort.DisposeAsync().ConfigureAwait(false);
            await close.DisposeAsync().ConfigureAwait(false);
        }
    }

    /// <summary>Gets what the engine's own threads took for the last phase; <see langword="null"/> if it has none.</summary>
    public EngineCost? Cost => engine.Cost;

    /// <summary>Merges what the last phase recorded.</summary>
    public Recorder Merge() => recorders.Merge();

    /// <summary>Gets what recorders made in the midst of a phase took of the heap.</summary>
    public long LateBytes => recorders.LateBytes;

    /// <summary>Gets how many bytes of the heap recorders take that were made, or merged, since the first ones.</summary>
    public long HeldBytes => recorders.HeldBytes;

    /// <summary>Gets how many requests succeeded in the last phase.</summary>
    public long Succeeded => recorders.Succeeded;

    /// <summary>Gets how many whole responses came in the last phase.</summary>
    public long Completed => recorders.Completed;

    // Before the window the highest rate is held, so that nothing of it is new to the app.
    private LoadRate? RateOf(TimeSpan length, bool isWindow) => rate is null || isWindow
        ? rate
        : LoadRate.From(rate.Highest).Hold(length < _longest ? length : _longest);
}
