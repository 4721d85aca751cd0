using System.Globalization;

namespace ThroughputKit;

/// <summary>The figures of one request of the plan.</summary>
public sealed record EndpointFigures
{
    /// <summary>Gets the method and path.</summary>
    public required string Name { get; init; }

    /// <summary>Gets how many were begun.</summary>
    public required long Sent { get; init; }

    /// <summary>Gets how many succeeded within the window.</summary>
    public required long Succeeded { get; init; }

    /// <summary>Gets how many failed.</summary>
    public required long Failed { get; init; }

    /// <summary>Gets how many were in flight at the window's end and succeeded while draining, or were given up on cancellation.</summary>
    public required long InFlightAtEnd { get; init; }

    /// <summary>Gets the succeeded requests per second.</summary>
    public required double RequestsPerSecond { get; init; }

    /// <summary>Gets their latency.</summary>
    public required LatencyFigures Latency { get; init; }

    /// <summary>Gets the status of all responses; 0 if they had several, or there were none.</summary>
    internal int OnlyStatus { get; init; }

    /// <inheritdoc/>
    public override string ToString() => string.Create(
        CultureInfo.InvariantCulture,
        $"{Name}: {RequestsPerSecond:N0} RPS ({Sent:N0} sent, {Succeeded:N0} succeeded, {Failed:N0} failed, {InFlightAtEnd:N0} in flight at end), {Latency}");
}
