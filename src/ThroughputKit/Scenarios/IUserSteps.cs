namespace ThroughputKit.Scenarios;

/// <summary>Runs the steps and pauses of one virtual user, and accounts for them.</summary>
internal interface IUserSteps
{
    /// <summary>Gets the token of the user's present code.</summary>
    CancellationToken Token { get; }

    /// <summary>Gets what is cancelled with that token, and when the code has returned: nobody awaits what it waits for then.</summary>
    CancellationToken Waits { get; }

    /// <param name="name">The name of the step.</param>
    /// <param name="step">Does it.</param>
    /// <param name="retries">Whether only its last response counts.</param>
    /// <param name="expected">What it expects of its responses; <see langword="null"/> if the options decide.</param>
    /// <param name="wait">What it waits for, if that is a message.</param>
    Task<T> RunAsync<T>(string name, Func<Task<T>> step, bool retries, LoadStep? expected = null, MessageWait? wait = null);

    Task PauseAsync(TimeSpan time);

    /// <summary>Notes a mistake in the test, which ends the run. Returns it to be thrown.</summary>
    LoadTestException Mistaken(LoadTestException mistake);
}
