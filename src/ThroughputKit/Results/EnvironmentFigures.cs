namespace ThroughputKit;

/// <summary>
/// Where the result was measured. Runtime, collector and cores are those of the app's own process for
/// <see cref="LoadTest.ForPublished"/>, and otherwise this process's. Results from unlike environments don't compare.
/// </summary>
public sealed record EnvironmentFigures
{
    /// <summary>Gets the runtime and its version.</summary>
    public required string Runtime { get; init; }

    /// <summary>Gets whether the process uses the server collector.</summary>
    public required bool IsServerGc { get; init; }

    /// <summary>Gets whether the collector adapts its heap count to the app (DATAS).</summary>
    public required bool IsDynamicGc { get; init; }

    /// <summary>Gets the number of cores the process may use.</summary>
    public required int Cores { get; init; }

    /// <summary>Gets the processor's name, or the architecture where the system doesn't tell it.</summary>
    public required string Cpu { get; init; }

    /// <summary>Gets the operating system.</summary>
    public required string OperatingSystem { get; init; }

    /// <summary>Gets whether ThroughputKit itself was built with optimizations.</summary>
    public required bool IsKitOptimized { get; init; }
}
