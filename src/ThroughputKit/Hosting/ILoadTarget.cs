namespace ThroughputKit.Hosting;

/// <summary>What is put under load.</summary>
internal interface ILoadTarget
{
    /// <summary>Gets the name of the app, for messages.</summary>
    string Name { get; }

    /// <summary>Gets where the app comes from, if that tells it from others of the same name: a folder, or an address.</summary>
    string? Origin => null;

    /// <summary>Gets whether the app runs in this process.</summary>
    bool IsInProcess { get; }

    /// <summary>Gets whether the app goes on after a run, and is the same one in the next.</summary>
    bool IsKept { get; }

    /// <summary>Finds what can be known to be wrong before anything is started.</summary>
    IEnumerable<Problem> Check();

    /// <summary>Starts the app unless it runs already.</summary>
    /// <exception cref="LoadTestException">The app could not be started; what the kit had started of it is stopped.</exception>
    Task<RunningApp> StartAsync(TimeSpan timeout, CancellationToken cancellationToken);
}
