using ThroughputKit.Watching;

namespace ThroughputKit.Engines;

/// <summary>Makes load. Its connections stay open from one phase to the next.</summary>
internal interface ILoadEngine : IWatched, IAsyncDisposable
{
    /// <summary>
    /// Gets every worker ready, waits for <see cref="LoadPhase.Open"/>, and completes when no request of the phase is
    /// in flight any more. Never fails: what goes wrong with a request is recorded.
    /// </summary>
    Task RunAsync(LoadPhase phase);

    /// <summary>Gets what the last phase cost; <see langword="null"/> for an engine that has no threads of its own.</summary>
    EngineCost? Cost { get; }
}
