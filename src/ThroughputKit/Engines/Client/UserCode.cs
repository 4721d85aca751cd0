namespace ThroughputKit.Engines.Client;

/// <summary>
/// Runs the code with which a user begins or ends, on the pool and with a limit: it may block, or ignore its token. Nothing that it does is counted, so it has
/// failed if it throws, or if one of its responses is no success.
/// </summary>
/// <param name="Name">The method that sets the code.</param>
/// <param name="Code">The code; <see langword="null"/> for none.</param>
/// <param name="LimitName">The option that limits its time.</param>
/// <param name="Limit">The time in which it must end.</param>
/// <param name="Expected">What a step must do to succeed.</param>
internal sealed record UserCode(
    string Name, Func<LoadUser, CancellationToken, Task>? Code, string LimitName, TimeSpan Limit, ExpectedStep Expected)
{
    // For code that is to end because its token is cancelled.
    private static readonly TimeSpan _grace = TimeSpan.FromSeconds(1);

    /// <returns>Whether it ran to its end. If not, it was cancelled.</returns>
    /// <exception cref="LoadTestException">It failed.</exception>
    public async Task<bool> RunAsync(UserSession session, CancellationToken cancellationToken = default)
    {
        if (Code is not { } code)
        {
            return true;
        }

        var end = new CancellationTokenSource(); // not disposed: code that was left behind may still use its token
        var activity = new UncountedActivity(Expected, end.Token);
        session.Begin(phase: null, activity);
        var work = Task.Run(
            () => code(session.User, end.Token) ?? throw new InvalidOperationException($"{Name} returned null in place of a task."), CancellationToken.None);
        try
        {
            await work.WaitAsync(Limit, cancellationToken).ConfigureAwait(false);
            activity.End(session.Outside, error: null);
            return activity.Fault is not { } fault ? true : throw Failed(session, $"had a response that is no success: {fault}");
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            await EndAsync(work, end).ConfigureAwait(false);
            return work.IsCompletedSuccessfully;
        }
        catch (TimeoutException e) when (!work.IsCompleted)
        {
            await EndAsync(work, end).ConfigureAwait(false);
            throw Failed(session, FormattableString.Invariant($"did not end within {Limit.TotalSeconds:0.###} s"), e);
        }
        catch (Exception e) when (e is not LoadTestException)
        {
            throw Failed(session, $"threw {e.GetType().Name}: {e.Message.TrimEnd('.')}", e);
        }
        finally
        {
            session.GiveUp();
            session.User.Sockets.Each(static s => s.Prepare());
            var isWell = work.IsCompletedSuccessfully && !end.IsCancellationRequested;
            session.User.Sockets.Close(s => !isWell || s is { IsOpen: false, IsPrepared: false });
            session.End();
        }
    }

    private static async Task EndAsync(Task work, CancellationTokenSource end)
    {
        await end.CancelAsync().ConfigureAwait(false);
        await Task.WhenAny(work, Task.Delay(_grace, CancellationToken.None)).ConfigureAwait(false);
        _ = work.ContinueWith(static w => w.Exception, CancellationToken.None, TaskContinuationOptions.ExecuteSynchronously, TaskScheduler.Default);
    }

    private LoadTestException Failed(UserSession session, string how, Exception? error = null) => new(
        new Problem(
            FormattableString.Invariant($"{Name} of user {session.User.Number} {how}"),
            $"code that ends well, within {LimitName}",
            "Nothing of it is counted, so the run ends with it. What may happen there, catch or expect there."),
        error);
}
