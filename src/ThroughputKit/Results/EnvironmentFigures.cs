namespace ThroughputKit;

/// <summary>
/// The environment in which the result was measured. Runtime, collector and cores are those of the app's own process for
/// <see cref="LoadTest.ForPublished"/>, and otherwise of this process. Results from different environments are not comparable.
/// </summary>
public sealed record EnvironmentFigures
{
    internal EnvironmentFigures()
    {
    }

    /// <summary>Gets the runtime and its version.</summary>
    public required string Runtime { get; init; }

    /// <summary>Gets whether the process uses the server garbage collector.</summary>
    public required bool IsServerGc { get; init; }

    /// <summary>Gets whether the garbage collector adapts its heap count to the app (DATAS).</summary>
    public required bool IsDynamicGc { get; init; }

    /// <summary>Gets the number of cores the process may use.</summary>
    public required int Cores { get; init; }

    /// <summary>Gets the processor's name, or the architecture if the system doesn't report the name.</summary>
    public required string Cpu { get; init; }

    /// <summary>Gets the operating system.</summary>
    public required string OperatingSystem { get; init; }

    /// <summary>Gets whether ThroughputKit itself was built with optimizations.</summary>
    public required bool IsKitOptimized { get; init; }
}
