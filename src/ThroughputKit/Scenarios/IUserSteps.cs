namespace ThroughputKit.Scenarios;

/// <summary>Runs the steps and pauses of one virtual user, and accounts for them.</summary>
internal interface IUserSteps
{
    /// <param name="name">The name of the step.</param>
    /// <param name="step">Does it.</param>
    /// <param name="retries">Whether only its last response counts.</param>
    /// <param name="expected">What it expects of its responses; <see langword="null"/> if the options decide.</param>
    Task<T> RunAsync<T>(string name, Func<Task<T>> step, bool retries, LoadStep? expected = null);

    Task PauseAsync(TimeSpan time);

    /// <summary>Notes a mistake in the test, which ends the run. Returns it to be thrown.</summary>
    LoadTestException Mistaken(LoadTestException mistake);
}
