using ThroughputKit.Probes;
using ThroughputKit.Traffic;

namespace ThroughputKit.Engines;

/// <summary>Creates load. Its connections stay open from one phase to the next.</summary>
internal interface ILoadEngine : IWatched, IAsyncDisposable
{
    /// <summary>
    /// Prepares every worker, waits for <see cref="LoadPhase.Open"/>, and completes when no request of the phase is in flight any
    /// more. Never fails: failures of requests are recorded.
    /// </summary>
    Task RunAsync(LoadPhase phase);

    /// <summary>Lets users begin who take part from the beginning of a phase, and others end. Called before the phase.</summary>
    /// <exception cref="LoadTestException">One of them failed.</exception>
    /// <exception cref="OperationCanceledException">The run was cancelled.</exception>
    Task EnterAsync(Schedule schedule, CancellationToken cancellationToken) => Task.CompletedTask;

    /// <summary>Lets all users end, after the last phase.</summary>
    /// <param name="together">Lets those that are left end together, once it is cancelled.</param>
    /// <param name="cancellationToken">Cuts them off.</param>
    /// <exception cref="LoadTestException">One of them failed.</exception>
    Task LeaveAsync(CancellationToken together, CancellationToken cancellationToken) => Task.CompletedTask;

    /// <summary>Gets the cost of the last phase; <see langword="null"/> for an engine without threads of its own.</summary>
    EngineCost? Cost { get; }
}
