namespace ThroughputKit.Scenarios;

/// <summary>Runs the steps and pauses of one virtual user, and accounts for them.</summary>
internal interface IUserSteps
{
    Task<T> RunAsync<T>(string name, Func<Task<T>> step, bool retries);

    Task PauseAsync(TimeSpan time);
}
