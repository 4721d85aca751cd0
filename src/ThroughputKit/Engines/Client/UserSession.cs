using ThroughputKit.Scenarios;

namespace ThroughputKit.Engines.Client;

/// <summary>A user from its first iteration until the end of the run, or until its code is left behind because it did not end.</summary>
internal sealed class UserSession : IUserSteps, IDisposable
{
    private static readonly CancellationToken _over = new(canceled: true);
    private static readonly AsyncLocal<Step?> _step = new(); // that the code is in

    private volatile Iteration? _iteration;
    private volatile LoadPhase? _phase;
    private volatile Step? _outside;
    private CancellationTokenRegistration _cancelling;

    private readonly ExpectedStep _expected;

    public UserSession(int number, Random random, UserClients clients, ExpectedStep expected)
    {
        _expected = expected;
        User = new LoadUser(number, random, clients.Create(this), this);
    }

    public LoadUser User { get; }

    /// <summary>Gets the token of the present iteration.</summary>
    public CancellationToken Token => _iteration?.Token ?? _over;

    /// <summary>Gets the status of the iteration's responses outside of steps; zero if there was none.</summary>
    public int StatusOutside => _outside!.Status;

    public void Begin(LoadPhase phase, Iteration iteration)
    {
        (_phase, _iteration, _outside) = (phase, iteration, new Step(index: 0, sentAt: 0, deadline: 0, _expected));

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

    /// <summary>Notes the status of a response, and its request, whose headers may sign in.</summary>
    public void Received(HttpRequestMessage request, int status)
    {
        _iteration?.Answered(request);
        (_step.Value ?? _outside)?.Received(status);
    }

    public void Watch(long now) => _iteration?.Watch(now);

    public async Task<T> RunAsync<T>(string name, Func<Task<T>> step, bool retries)
    {
        var iteration = _iteration ?? throw new IterationOverException(_over);
        var begun = iteration.Begin(name, retries);
        _step.Value = begun;
        T result;
        try
        {
            result = await step().ConfigureAwait(false);
        }
        catch (Exception e)
        {
            iteration.End(begun, e);
            throw;
        }

        iteration.End(begun, error: null);
        return result;
    }

    public Task PauseAsync(TimeSpan time) => (_iteration ?? throw new IterationOverException(_over)).PauseAsync(time);

    public void Dispose()
    {
        End();
        User.Client.Dispose();
    }
}
