using System.Diagnostics;
using ThroughputKit.Engines.Sockets;
using ThroughputKit.Scenarios;
using ThroughputKit.Traffic;

namespace ThroughputKit.Engines.Client;

/// <summary>One user, and the loop of its iterations.</summary>
/// <param name="sender">Decides when an iteration begins.</param>
/// <param name="scenario">What the user does.</param>
/// <param name="clients">Creates the user's client.</param>
/// <param name="expected">What a step must do to succeed.</param>
/// <param name="past">What it goes on from.</param>
internal sealed class ScenarioUser(Sender sender, Scenario scenario, UserClients clients, ExpectedStep expected, UserPast past) : IDisposable
{
    private readonly Turn _turn = new(sender);
    private UserSession? _session;

    /// <summary>Begins one iteration after another until the phase begins no more. Without <paramref name="turns"/>, in a closed loop.</summary>
    /// <exception cref="LoadTestException">The scenario has a mistake that ends the run.</exception>
    public async Task RunAsync(LoadPhase phase, Turns? turns)
    {
        sender.Enter(phase.Schedule);
        await (turns is null ? phase.Opened : Task.CompletedTask).ConfigureAwait(false);
        sender.Begin(Stopwatch.GetTimestamp());
        while (sender.Move != Move.End)
        {
            if (sender.Move == Move.Send)
            {
                await PacerThread.LeaveAsync();
                var hasReturned = await IterateAsync(phase).ConfigureAwait(false);
                sender.Ended(hasReturned ? Ending.Answered : Ending.Broken, Stopwatch.GetTimestamp());
            }
            else if (sender.Move == Move.AwaitTurn && turns is not null)
            {
                await turns.NextAsync(_turn).ConfigureAwait(false);
            }
            else
            {
                await phase.WaitAsync(sender).ConfigureAwait(false);
            }
        }
    }

    public void Watch(long now) => Volatile.Read(ref _session)?.Watch(now);

    public void Dispose() => _session?.Dispose();

    /// <returns>Whether the next iteration may begin at once.</returns>
    private async Task<bool> IterateAsync(LoadPhase phase)
    {
        var iteration = new Iteration(phase, expected, sender);
        var session = _session ?? new UserSession(sender.Index, past.Random, clients, expected);
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
