namespace ThroughputKit;

/// <summary>What making the load cost. Known when the app runs in another process, because only then is it apart from the app's share.</summary>
public sealed record GeneratorFigures
{
    /// <summary>
    /// Gets the bytes this process allocated divided by the complete responses. <see langword="null"/> when the app runs
    /// in this process too, or without a complete response.
    /// </summary>
    public double? AllocatedBytesPerRequest { get; init; }
}
