namespace ThroughputKit.Hosting;

/// <summary>A target of load.</summary>
internal interface ILoadTarget
{
    /// <summary>Gets the name of the app, for messages.</summary>
    string Name { get; }

    /// <summary>Gets the origin of the app, a folder or an address, if that distinguishes it from others with the same name.</summary>
    string? Origin => null;

    /// <summary>Gets whether the app runs in this process.</summary>
    bool IsInProcess { get; }

    /// <summary>Gets whether the app keeps running after a run and is the same one in the next run.</summary>
    bool IsKept => false;

    /// <summary>Gets the port that the kit gives the app.</summary>
    OwnPort Port => OwnPort.Http1;

    /// <summary>Returns the same target on another port.</summary>
    ILoadTarget On(OwnPort port) => throw new NotSupportedException();

    /// <summary>Finds the problems that can be known before anything is started.</summary>
    IEnumerable<Problem> Check() => [];

    /// <summary>Starts the app unless it is already running.</summary>
    /// <exception cref="LoadTestException">The app could not be started. Everything that the kit had started of it is stopped.</exception>
    Task<RunningApp> StartAsync(TimeSpan timeout, CancellationToken cancellationToken);
}
