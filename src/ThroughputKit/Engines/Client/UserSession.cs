using ThroughputKit.Scenarios;

namespace ThroughputKit.Engines.Client;

/// <summary>A user from its beginning until the end of the run, or until its code is left behind because it did not end.</summary>
internal sealed class UserSession : IUserSteps, IDisposable
{
    private static readonly CancellationToken _over = new(canceled: true);
    private static readonly AsyncLocal<Step?> _step = new(); // that the code is in

    private volatile IUserActivity? _activity;
    private volatile LoadPhase? _phase;
    private volatile Step? _outside;
    private volatile CancellationTokenSource? _waits;
    private CancellationTokenRegistration _cancelling;

    private readonly ExpectedStep _expected;

    public UserSession(int number, Random random, UserClients clients, ExpectedStep expected)
    {
        _expected = expected;
        User = new LoadUser(number, random, clients.Create(this), this);
    }

    public LoadUser User { get; }

    /// <summary>Gets or sets whether the user has begun, and not ended.</summary>
    public bool HasBegun { get; set; }

    /// <summary>Gets or sets whether the WebSockets are open that the user's beginning has prepared. If not, the user begins anew.</summary>
    public bool IsPrepared { get; set; } = true;

    /// <summary>Gets the token of the user's present code.</summary>
    public CancellationToken Token => _activity?.Token ?? _over;

    public CancellationToken Waits => _waits?.Token ?? _over;

    /// <summary>Gets what stands for the responses of that code outside of steps.</summary>
    public Step Outside => _outside!;

    /// <param name="phase">The phase, for an iteration; <see langword="null"/> for code that isn't part of the load.</param>
    /// <param name="activity">What the user does.</param>
    public void Begin(LoadPhase? phase, IUserActivity activity)
    {
        (_phase, _activity, _outside) = (phase, activity, new Step(index: 0, sentAt: 0, deadline: 0, _expected));
        _waits = CancellationTokenSource.CreateLinkedTokenSource(activity.Token);

        // Ends requests with their iteration, also those without its token.
        _cancelling = activity.Token.UnsafeRegister(static c => ((HttpClient)c!).CancelPendingRequests(), User.Client);
    }

    /// <summary>Ends the waits for messages that the user's code has left behind.</summary>
    public void GiveUp() => _ = _waits?.CancelAsync();

    /// <summary>
    /// Closes sockets once an iteration has ended: those over which an answer may come later, and if it did not end well, all but those that the user's
    /// beginning has prepared.
    /// </summary>
    public void Settle(bool isWell)
    {
        User.Sockets.Close(socket =>
        {
            var isKept = socket is { IsOpen: true, AwaitsAnswer: false } && (isWell || socket.IsPrepared);
            IsPrepared &= isKept || !socket.IsPrepared;
            return !isKept;
        });
        if (!isWell)
        {
            User.Sockets.Each(static s => s.Forget(long.MaxValue));
        }
    }

    public void End()
    {
        _cancelling.Dispose(); // waits for a cancellation that has begun, which must not reach the next iteration
        (_phase, _activity) = (null, null);
    }

    public void Connected()
    {
        if (_phase is { } phase)
        {
            phase.Recorders.Current.ConnectionsOpened++;
        }
    }

    /// <summary>Notes a response, and its request, whose headers may sign in. What the step expects itself is checked.</summary>
    public async ValueTask ReceivedAsync(HttpRequestMessage request, HttpResponseMessage response, CancellationToken cancellationToken)
    {
        if (_activity is { } activity && (_step.Value ?? _outside) is { } step)
        {
            activity.Answered(request);
            step.Received(
                step.Own is null ? new StepAnswer((int)response.StatusCode)
                : await StepResponse.CheckAsync(response, step, activity, cancellationToken).ConfigureAwait(false));
        }
    }

    public void Watch(long now) => _activity?.Watch(now);

    public async Task<T> RunAsync<T>(string name, Func<Task<T>> step, bool retries, LoadStep? expected = null, MessageWait? wait = null)
    {
        var activity = _activity ?? throw new IterationOverException(_over);
        var begun = activity.Begin(name, retries, expected, wait);
        _step.Value = begun;
        T result;
        try
        {
            result = await step().ConfigureAwait(false);
            if (wait is not null)
            {
                begun.Received(wait.Status);
            }
        }
        catch (Exception e)
        {
            activity.End(begun, e);
            throw;
        }

        activity.End(begun, error: null);
        return result;
    }

    public Task PauseAsync(TimeSpan time) => (_activity ?? throw new IterationOverException(_over)).PauseAsync(time);

    public LoadTestException Mistaken(LoadTestException mistake) => _activity?.Mistaken(mistake) ?? mistake;

    public void Dispose()
    {
        End();
        User.Sockets.Abort();
        User.Client.Dispose();
    }
}
