using ThroughputKit.Scenarios;

namespace ThroughputKit.Engines.Client;

/// <summary>What a user does at present: an iteration, or the code with which it begins or ends.</summary>
internal interface IUserActivity
{
    /// <summary>Gets the token of the user's code.</summary>
    CancellationToken Token { get; }

    /// <summary>Notes a request that was answered.</summary>
    void Answered(HttpRequestMessage request);

    /// <summary>Returns whether a failure of a step is still to be explained.</summary>
    bool Wants(FailureKind kind, Step step);

    /// <param name="name">The name of the step.</param>
    /// <param name="retries">Whether only its last response counts.</param>
    /// <param name="own">What it expects of its responses; <see langword="null"/> if the options decide.</param>
    /// <param name="wait">What it waits for, if that is a message.</param>
    Step Begin(string name, bool retries = false, LoadStep? own = null, MessageWait? wait = null);

    /// <summary>Ends a step.</summary>
    /// <param name="step">The step.</param>
    /// <param name="error">What it threw; <see langword="null"/> if it threw nothing.</param>
    void End(Step step, Exception? error);

    Task PauseAsync(TimeSpan time);

    /// <summary>Notes a mistake in the test. Returns it.</summary>
    LoadTestException Mistaken(LoadTestException mistake);

    /// <summary>Ends what has no more time. Called by the watcher.</summary>
    void Watch(long now);
}
