namespace ThroughputKit;

/// <summary>The cost of making the load. Figures are known if they can be separated from the app's share, and <see langword="null"/> otherwise.</summary>
public sealed record GeneratorFigures
{
    /// <summary>Gets the engine that made the load: <see cref="LoadEngine.Epoll"/> or <see cref="LoadEngine.Socket"/>.</summary>
    public LoadEngine Engine { get; init; }

    /// <summary>
    /// Gets the bytes the generator allocated, divided by the number of complete responses: those of its own threads or, for an app in another process, of
    /// this whole process. <see langword="null"/> if it shares threads with the app.
    /// </summary>
    public double? AllocatedBytesPerRequest { get; init; }

    /// <summary>Gets the processor time of the generator's own threads, by their clocks; <see langword="null"/> for an engine on the thread pool.</summary>
    public TimeSpan? ProcessorTime { get; init; }

    /// <summary>
    /// Gets the processor time of the generator's own threads, divided by the number of complete responses. For an engine on the thread pool and an app
    /// that the kit has started in another process, that of this whole process (<see cref="IsEstimate"/>); <see langword="null"/> if it may share threads
    /// with the app.
    /// </summary>
    public TimeSpan? TimePerRequest { get; init; }

    /// <summary>
    /// Gets the share of the window during which the generator's own threads were busy, from 0 to 1. At 1 it can't make more load. For an engine on the
    /// thread pool and an app that the kit has started in another process, this process's share of all cores (<see cref="IsEstimate"/>);
    /// <see langword="null"/> if it may share threads with the app.
    /// </summary>
    public double? BusyShare { get; init; }

    /// <summary>
    /// Gets whether <see cref="TimePerRequest"/> and <see cref="BusyShare"/> are estimates. Estimates count everything this process did, of which the
    /// generator is nearly all.
    /// </summary>
    public bool IsEstimate { get; init; }
}
