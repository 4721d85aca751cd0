using ThroughputKit.Probes;

namespace ThroughputKit.Engines;

/// <summary>Creates load. Its connections stay open from one phase to the next.</summary>
internal interface ILoadEngine : IWatched, IAsyncDisposable
{
    /// <summary>
    /// Prepares every worker, waits for <see cref="LoadPhase.Open"/>, and completes when no request of the phase is in flight any
    /// more. Never fails: failures of requests are recorded.
    /// </summary>
    Task RunAsync(LoadPhase phase);

    /// <summary>Gets the cost of the last phase; <see langword="null"/> for an engine without threads of its own.</summary>
    EngineCost? Cost { get; }
}
