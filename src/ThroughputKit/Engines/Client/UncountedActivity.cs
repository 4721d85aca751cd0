using ThroughputKit.Scenarios;

namespace ThroughputKit.Engines.Client;

/// <summary>What a user does while nothing is counted. Only whether its steps succeed is noted.</summary>
/// <param name="expected">What a step must do to succeed.</param>
/// <param name="token">The token of the user's code.</param>
internal sealed class UncountedActivity(ExpectedStep expected, CancellationToken token) : IUserActivity
{
    private volatile string? _fault;

    public CancellationToken Token => token;

    /// <summary>Gets why the first step that failed without an exception did so; <see langword="null"/> if none did.</summary>
    public string? Fault => _fault;

    public void Answered(HttpRequestMessage request)
    {
    }

    public bool Wants(FailureKind kind, Step step) => true;

    public Step Begin(string name, bool retries = false, LoadStep? own = null, MessageWait? wait = null)
    {
        token.ThrowIfCancellationRequested();
        _ = own?.Expected; // its mistakes
        return new Step(index: 0, sentAt: 0, deadline: 0, expected, retries, own);
    }

    public void End(Step step, Exception? error) => _fault ??= error is not null || step.IsSuccess ? null : step.Fault;

    public async Task PauseAsync(TimeSpan time)
    {
        await Iteration.DelayAsync(time, token).ConfigureAwait(false);
        token.ThrowIfCancellationRequested();
    }

    public LoadTestException Mistaken(LoadTestException mistake) => mistake;

    public void Watch(long now)
    {
    }
}
