using System.Diagnostics;
using ThroughputKit.Engines.Sockets;
using ThroughputKit.Pacing;
using ThroughputKit.Scenarios;

namespace ThroughputKit.Engines.Client;

/// <summary>One user, and the loop of its iterations.</summary>
/// <param name="number">The number of the user.</param>
/// <param name="scenario">What the user does.</param>
/// <param name="clients">Creates the user's client.</param>
/// <param name="expected">What a step must do to succeed.</param>
/// <param name="past">What it goes on from.</param>
internal sealed class ScenarioUser(int number, Scenario scenario, UserClients clients, ExpectedStep expected, UserPast past) : IDisposable
{
    private readonly Turn _turn = new();
    private UserSession? _session;
    private Backoff _backoff;

    /// <summary>Begins one iteration after another until the phase begins no more. Without <paramref name="turns"/>, in a closed loop.</summary>
    /// <exception cref="LoadTestException">The scenario has a mistake that ends the run.</exception>
    public async Task RunAsync(LoadPhase phase, Turns? turns)
    {
        await (turns is null ? phase.Opened : Task.CompletedTask).ConfigureAwait(false);
        var share = default(RequestShare);
        while (true)
        {
            PlannedIteration? planned = null;
            if (turns is not null)
            {
                if (!await turns.NextAsync(_turn).ConfigureAwait(false))
                {
                    return;
                }

                await PacerThread.LeaveAsync();
                planned = new PlannedIteration(_turn.Due, _turn.HasWaited);
            }
            else
            {
                await JoinAsync(phase).ConfigureAwait(false);
                if (!phase.TryNext(ref share, Stopwatch.GetTimestamp(), out _))
                {
                    return;
                }
            }

            if (await IterateAsync(phase, planned).ConfigureAwait(false))
            {
                _backoff.Reset();
                continue;
            }

            await phase.PauseAsync(_backoff.Next()).ConfigureAwait(false);
        }
    }

    public void Watch(long now) => Volatile.Read(ref _session)?.Watch(now);

    public void Dispose() => _session?.Dispose();

    // Waits while a ramp leaves the user out.
    private async Task JoinAsync(LoadPhase phase)
    {
        while (phase.Users is { } users && Stopwatch.GetTimestamp() is var now && phase.Window.Includes(now))
        {
            var wait = users.SecondsUntil(number, Stopwatch.GetElapsedTime(phase.Window.Start, now).TotalSeconds);
            if (wait <= 0)
            {
                return;
            }

            await phase.PauseAsync(double.IsFinite(wait) ? TimeSpan.FromSeconds(wait) : TimeSpan.MaxValue).ConfigureAwait(false);
        }
    }

    /// <returns>Whether the next iteration may begin at once.</returns>
    private async Task<bool> IterateAsync(LoadPhase phase, PlannedIteration? planned)
    {
        var iteration = new Iteration(phase, expected, planned);
        var session = _session ?? new UserSession(number, past.Random, clients, expected);
        Volatile.Write(ref _session, session);
        session.User.Iteration = past.Iterations++;
        session.Begin(phase, iteration);

        // On the pool, because code that blocks must not hold up this loop, or the thread that keeps a set rate.
        var code = Task.Run(
            () => scenario.Iterate(session.User, iteration.Token) ?? throw new InvalidOperationException("The scenario returned null in place of a task."),
            CancellationToken.None);
        await Task.WhenAny(code, iteration.Abandoned).ConfigureAwait(false);
        await iteration.DrainAsync().ConfigureAwait(false);
        var hasReturned = iteration.End(code, session.StatusOutside);
        if (code.IsCompleted)
        {
            session.End();
        }
        else
        {
            // Its code may go on for ever. It must not take part any more, and the user begins anew.
            session.Dispose();
            Volatile.Write(ref _session, null);
            past.LeaveRandom();
            _ = code.ContinueWith(static c => c.Exception, CancellationToken.None, TaskContinuationOptions.ExecuteSynchronously, TaskScheduler.Default);
        }

        return iteration.Mistake is null ? hasReturned : throw iteration.Mistake;
    }
}
