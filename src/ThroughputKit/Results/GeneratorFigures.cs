namespace ThroughputKit;

/// <summary>The cost of making the load. Figures are <see langword="null"/> if they can't be separated from the app's share.</summary>
public sealed record GeneratorFigures
{
    internal GeneratorFigures()
    {
    }

    /// <summary>Gets the engine that made the load; never <see cref="LoadEngine.Automatic"/>.</summary>
    public LoadEngine Engine { get; init; }

    /// <summary>
    /// Gets why no faster engine could make the load, such as a sandbox that forbids io_uring; <see langword="null"/> if none is faster, or the test asked for
    /// this one.
    /// </summary>
    public string? WhyNotFaster { get; init; }

    /// <summary>
    /// Gets the allocated bytes per complete response: those of the generator's own threads or, for an app in another process, of this whole process.
    /// <see langword="null"/> if it shares threads with the app.
    /// </summary>
    public double? AllocatedBytesPerRequest { get; init; }

    /// <summary>Gets the processor time of the generator's own threads, by their clocks; <see langword="null"/> for an engine on the thread pool.</summary>
    public TimeSpan? CpuTime { get; init; }

    /// <summary>Gets the processor time of the generator's own threads per complete response, or an estimate of it.</summary>
    public TimeSpan? CpuTimePerRequest { get; init; }

    /// <summary>
    /// Gets the share of the window during which the generator's own threads were busy, from 0 to 1. At 1 it can't make more load. An estimate is this
    /// process's share of all cores.
    /// </summary>
    public double? BusyShare { get; init; }

    /// <summary>
    /// Gets whether <see cref="CpuTimePerRequest"/> and <see cref="BusyShare"/> are estimates, for an engine on the thread pool and an app that the kit has
    /// started in another process. Estimates count everything this process did, of which the generator is nearly all. For an engine on the thread pool and
    /// any other app, both figures are <see langword="null"/>, because the generator may share threads with the app.
    /// </summary>
    public bool IsEstimate { get; init; }
}
