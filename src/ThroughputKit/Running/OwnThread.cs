namespace ThroughputKit.Running;

/// <summary>Runs work that sleeps on a thread of its own. Awaiting would get code compiled, and allocate, while the work watches for just that.</summary>
internal static class OwnThread
{
    public static Task RunAsync(Action work) => Task.Factory.StartNew(work, CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default);

    public static Task<T> RunAsync<T>(Func<T> work) =>
        Task.Factory.StartNew(work, CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default);
}
