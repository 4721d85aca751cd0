namespace ThroughputKit;

/// <summary>What making the load cost. Known where it can be told from the app's share, and <see langword="null"/> elsewhere.</summary>
public sealed record GeneratorFigures
{
    /// <summary>Gets what made the load: <see cref="LoadEngine.Epoll"/> or <see cref="LoadEngine.Socket"/>.</summary>
    public LoadEngine Engine { get; init; }

    /// <summary>
    /// Gets the bytes the generator allocated, divided by the complete responses: those of its own threads or, for an app in
    /// another process, of this whole process. <see langword="null"/> when it shares threads with the app.
    /// </summary>
    public double? AllocatedBytesPerRequest { get; init; }

    /// <summary>Gets the processor time of the generator's own threads, by their clocks; <see langword="null"/> for an engine on the thread pool.</summary>
    public TimeSpan? ProcessorTime { get; init; }

    /// <summary>
    /// Gets the processor time of the generator's own threads, divided by the complete responses. For an engine on the thread pool and an app
    /// that the kit has started in another process, that of this whole process (<see cref="IsEstimate"/>); <see langword="null"/> when it may share threads
    /// with the app.
    /// </summary>
    public TimeSpan? TimePerRequest { get; init; }

    /// <summary>
    /// Gets for which share of the window the generator's own threads were busy, from 0 to 1. At 1 it can't make more load. For an engine on the
    /// thread pool and an app that the kit has started in another process, this process's share of all cores (<see cref="IsEstimate"/>);
    /// <see langword="null"/> when it may share threads with the app.
    /// </summary>
    public double? BusyShare { get; init; }

    /// <summary>
    /// Gets whether <see cref="TimePerRequest"/> and <see cref="BusyShare"/> are estimates: they count everything that this process did, of which the
    /// generator is nearly all.
    /// </summary>
    public bool IsEstimate { get; init; }
}
