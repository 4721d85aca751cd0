using ThroughputKit.Engines.Sockets;
using ThroughputKit.Scenarios;
using ThroughputKit.Traffic;

namespace ThroughputKit.Engines.Client;

/// <summary>
/// Creates the load of a scenario with one asynchronous loop per virtual user, and a thread that keeps the schedule of a set rate. What a user does is the
/// test's own code, which allocates.
/// </summary>
internal sealed class ClientEngine(ScenarioLoad load, UserPasts pasts) : ILoadEngine
{
    // All at once would be a storm that no user brings about, and each would wait for the others.
    private const int AtATime = 16;

    private readonly ScenarioUser[] _users =
        [.. Enumerable.Range(0, load.Users).Select(number => new ScenarioUser(new Sender(number, load.Users), load, pasts.Of(number)))];

    private PacerThread? _pacer;

    public EngineCost? Cost => null;

    /// <inheritdoc/>
    /// <exception cref="LoadTestException">The scenario has a mistake, such as too many steps. Unlike a failed request it ends the run.</exception>
    public Task RunAsync(LoadPhase phase)
    {
        var turns = Turns.Of(phase, _users.Length);
        List<Task> loops = [.. _users.Select(u => u.RunAsync(phase, turns))];
        if (turns is not null)
        {
            _pacer ??= new PacerThread();
            loops.Add(_pacer.RunAsync(phase, turns.Give));
        }

        return Task.WhenAll(loops);
    }

    public async Task EnterAsync(Schedule schedule, CancellationToken cancellationToken)
    {
        // A message from before the phase is none of it.
        await Task.WhenAll(_users.Select(u => u.CloseAsync(static s => s.HasArrived && !s.IsPrepared))).ConfigureAwait(false);
        if (load.Hooks is not null)
        {
            var together = new ParallelOptions { MaxDegreeOfParallelism = AtATime, CancellationToken = cancellationToken };
            await Parallel.ForEachAsync(_users, together, async (user, token) => await user.EnterAsync(schedule, token).ConfigureAwait(false))
                .ConfigureAwait(false);
        }
    }

    public async Task LeaveAsync(CancellationToken together, CancellationToken cancellationToken)
    {
        if (load.Hooks is not null)
        {
            await LeaveInTurnAsync(together, cancellationToken).ConfigureAwait(false);
        }

        await Task.WhenAll(_users.Select(u => u.CloseAsync())).ConfigureAwait(false);
    }

    public void Watch(long now)
    {
        foreach (var user in _users)
        {
            user.Watch(now);
        }
    }

    public ValueTask DisposeAsync()
    {
        foreach (var user in _users)
        {
            user.Dispose();
        }

        _pacer?.Dispose();
        return ValueTask.CompletedTask;
    }

    private async Task LeaveInTurnAsync(CancellationToken together, CancellationToken cancellationToken)
    {
        using var room = new SemaphoreSlim(AtATime);
        using var all = CancellationTokenSource.CreateLinkedTokenSource(together);
        await Task.WhenAll(_users.Select(LeaveAsync)).ConfigureAwait(false);

        async Task LeaveAsync(ScenarioUser user)
        {
            await room.WaitAsync(all.Token).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            try
            {
                await user.LeaveAsync(cancellationToken).ConfigureAwait(false);
            }
            catch
            {
                await all.CancelAsync().ConfigureAwait(false); // thousands that never end would take as many turns
                throw;
            }
            finally
            {
                room.Release();
            }
        }
    }
}
