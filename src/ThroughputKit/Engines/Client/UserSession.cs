using ThroughputKit.Scenarios;

namespace ThroughputKit.Engines.Client;

/// <summary>A user from its first iteration until the end of the run, or until its code is left behind because it did not end.</summary>
internal sealed class UserSession : IUserSteps, IDisposable
{
    private static readonly CancellationToken _over = new(canceled: true);

    private volatile Iteration? _iteration;
    private volatile LoadPhase? _phase;
    private volatile int _lastStatus;
    private CancellationTokenRegistration _cancelling;

    public UserSession(int number, UserClients clients) => User = new LoadUser(number, clients.Create(this), this);

    public LoadUser User { get; }

    /// <summary>Gets the token of the present iteration.</summary>
    public CancellationToken Token => _iteration?.Token ?? _over;

    /// <summary>
    /// Gets or sets the status of the last response; zero if there was none since the last step began. Of steps side by side, any may get it.
    /// </summary>
    public int LastStatus
    {
        get => _lastStatus;
        set => _lastStatus = value;
    }

    public void Begin(LoadPhase phase, Iteration iteration)
    {
        (_phase, _iteration, _lastStatus) = (phase, iteration, 0);

        // Ends requests with their iteration, also those without its token.
        _cancelling = iteration.Token.UnsafeRegister(static c => ((HttpClient)c!).CancelPendingRequests(), User.Client);
    }

    public void End()
    {
        _cancelling.Dispose(); // waits for a cancellation that has begun, which must not reach the next iteration
        (_phase, _iteration) = (null, null);
    }

    public void Connected()
    {
        if (_phase is { } phase)
        {
            phase.Recorders.Current.ConnectionsOpened++;
        }
    }

    public void Watch(long now) => _iteration?.Watch(now);

    public async Task<T> RunAsync<T>(string name, Func<Task<T>> step)
    {
        var iteration = _iteration ?? throw new IterationOverException(_over);
        var begun = iteration.Begin(name);
        LastStatus = 0;
        T result;
        try
        {
            result = await step().ConfigureAwait(false);
        }
        catch (Exception e)
        {
            iteration.End(begun, LastStatus, e);
            throw;
        }

        iteration.End(begun, LastStatus, error: null);
        return result;
    }

    public Task PauseAsync(TimeSpan time) => (_iteration ?? throw new IterationOverException(_over)).PauseAsync(time);

    public void Dispose()
    {
        End();
        User.Client.Dispose();
    }
}
