using System.Diagnostics;
using ThroughputKit.Engines.Sockets;
using ThroughputKit.Requests.Data;
using ThroughputKit.Scenarios;
using ThroughputKit.Traffic;

namespace ThroughputKit.Engines.Client;

/// <summary>One user: its beginning, the loop of its iterations, and its end.</summary>
/// <param name="sender">Decides when an iteration begins.</param>
/// <param name="load">What it has in common with other users.</param>
/// <param name="past">What it goes on from.</param>
internal sealed class ScenarioUser(Sender sender, ScenarioLoad load, UserPast past) : IDisposable
{
    private readonly Turn _turn = new(sender);
    private UserSession? _session;
    private long _number = RequestNumbers.None;
    private long _begunAt;
    private LoadPhase? _phase; // in which it has had an iteration since it began

    private bool HasBegun => load.Hooks is null || _session is { HasBegun: true, IsPrepared: true };

    /// <summary>Lets the user begin or end, before a phase in which it takes part from the beginning or doesn't.</summary>
    public Task EnterAsync(Schedule schedule, CancellationToken cancellationToken) => schedule.Users?.SecondsUntil(sender.Index, at: 0) > 0
        ? LeaveAsync(cancellationToken)
        : JoinAsync(cancellationToken);

    /// <summary>Begins one iteration after another until the phase begins no more. Without <paramref name="turns"/>, in a closed loop.</summary>
    /// <exception cref="LoadTestException">The scenario has a mistake that ends the run, or the user could not begin or end.</exception>
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
                await BeAwayAsync(phase).ConfigureAwait(false);
                _ = HasBegun ? sender.GoOn(Stopwatch.GetTimestamp()) : sender.Stop();
            }
        }
    }

    /// <summary>Lets the user end, if it has begun.</summary>
    /// <param name="cancellationToken">Cuts its end off.</param>
    /// <exception cref="LoadTestException">It failed.</exception>
    public async Task LeaveAsync(CancellationToken cancellationToken = default)
    {
        if (load.Hooks is { End: var end } && _session is { HasBegun: true } session)
        {
            (session.HasBegun, session.User.Data) = (false, DataOf(session, UserData.NoRow, sender.Index));
            await end.RunAsync(session, cancellationToken).ConfigureAwait(false);
        }
    }

    /// <summary>Closes the user's sockets: all, or some.</summary>
    public Task CloseAsync(Func<LoadWebSocket, bool>? which = null) => _session?.User.Sockets.CloseAsync(which) ?? Task.CompletedTask;

    public void Watch(long now) => Volatile.Read(ref _session)?.Watch(now);

    public void Dispose() => _session?.Dispose();

    // Until its wait is over: it doesn't take part, or its last iteration failed.
    private async Task BeAwayAsync(LoadPhase phase)
    {
        try
        {
            if (sender.Move == Move.AwaitTurn)
            {
                await LeaveAsync(phase.Aborted).ConfigureAwait(false);
                await CloseAsync().ConfigureAwait(false);
            }

            while (Stopwatch.GetTimestamp() is var now && phase.Window.Includes(now))
            {
                if (now >= sender.Until)
                {
                    using var end = phase.EndWithWindow(now);
                    await JoinAsync(end.Token).ConfigureAwait(false); // before any of its iterations
                    break;
                }

                await phase.PauseAsync(sender.Until).ConfigureAwait(false);
                await Task.Yield(); // a timer may end early, and doesn't wait for less than a millisecond
            }
        }
        catch (LoadTestException)
        {
            phase.Abort();
            throw;
        }
    }

    private async Task JoinAsync(CancellationToken cancellationToken)
    {
        if (load.Hooks is { Begin: var begin } && Session() is { HasBegun: false } or { IsPrepared: false })
        {
            var session = Session();
            (session.User.Iteration, session.User.Data) = (past.Iterations, DataOf(session, UserData.NoRow, sender.Index));
            (_phase, session.IsPrepared) = (null, true);
            session.HasBegun = await begin.RunAsync(session, cancellationToken).ConfigureAwait(false);
            _begunAt = Stopwatch.GetTimestamp();
            if (!session.HasBegun)
            {
                Forget(session);
            }
        }
    }

    // Its code may go on for ever. It must not take part any more, and the user begins anew.
    private void Forget(UserSession session)
    {
        session.Dispose();
        Volatile.Write(ref _session, null);
        past.LeaveRandom();
    }

    private UserSession Session()
    {
        var session = _session ?? new UserSession(sender.Index, past.Random, load.Clients, load.Expected);
        Volatile.Write(ref _session, session);
        return session;
    }

    // Each has a number that no other has.
    private LoadRow DataOf(UserSession session, long row, long request)
    {
        if (load.Data is not { } data)
        {
            return session.User.Data;
        }

        _number = data.Numbers.After(_number);
        return new LoadRow(data, new DataPosition(row, request, sender.Index, _number), session);
    }

    /// <returns>Whether the next iteration may begin at once.</returns>
    private async Task<bool> IterateAsync(LoadPhase phase)
    {
        var iteration = new Iteration(phase, load.Expected, sender);
        var session = Session();
        var (schedule, users) = (phase.Schedule, load.Users);
        var row = load.Data?.Take(schedule.RowOf(sender.Number, sender.Index, users)) ?? UserData.NoRow;
        session.User.Data = DataOf(session, row, schedule.PlaceOf(sender.Number, sender.Index, users));
        session.User.Iteration = past.Iterations++;
        if (_phase != phase)
        {
            _phase = phase;
            session.User.Sockets.LeaveOut(before: Math.Max(phase.Window.Start, _begunAt));
        }

        session.Begin(phase, iteration);

        // On the pool, because code that blocks must not hold up this loop, or the thread that keeps a set rate.
        var code = Task.Run(
            () => load.Scenarios[iteration.Scenario].Iterate(session.User, iteration.Token)
                ?? throw new InvalidOperationException("The scenario returned null in place of a task."),
            CancellationToken.None);
        await Task.WhenAny(code, iteration.Abandoned).ConfigureAwait(false);
        session.GiveUp();
        await iteration.DrainAsync().ConfigureAwait(false);
        var hasReturned = iteration.End(code, session.Outside.Status);
        if (code.IsCompleted)
        {
            session.End();
            session.Settle(isWell: hasReturned && !iteration.Token.IsCancellationRequested);
            load.Data?.Return(row);
        }
        else
        {
            Forget(session); // it keeps its row
            _ = code.ContinueWith(static c => c.Exception, CancellationToken.None, TaskContinuationOptions.ExecuteSynchronously, TaskScheduler.Default);
        }

        return iteration.Mistake is null ? hasReturned && session.IsPrepared : throw iteration.Mistake;
    }
}
