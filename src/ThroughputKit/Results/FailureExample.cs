using System.Globalization;

namespace ThroughputKit;

/// <summary>One request that failed, kept as evidence.</summary>
public sealed record FailureExample
{
    /// <summary>Gets why it failed.</summary>
    public required FailureKind Kind { get; init; }

    /// <summary>Gets the method and path of the request.</summary>
    public required string Request { get; init; }

    /// <summary>Gets when it failed, from the start of the window.</summary>
    public required TimeSpan At { get; init; }

    /// <summary>Gets what went wrong, in words.</summary>
    public required string Detail { get; init; }

    /// <summary>Gets the first kilobyte of the response as text, or <see langword="null"/> when none came.</summary>
    public string? Response { get; init; }

    /// <inheritdoc/>
    public override string ToString() => string.Create(
        CultureInfo.InvariantCulture, $"{Kind} at {At.TotalSeconds:F3} s, {Request}: {Detail}");
}
