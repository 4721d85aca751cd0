using static System.FormattableString;

namespace ThroughputKit;

/// <summary>One failed request, kept as evidence.</summary>
public sealed record FailureExample
{
    internal FailureExample()
    {
    }

    /// <summary>Gets the kind of failure.</summary>
    public required FailureKind Kind { get; init; }

    /// <summary>Gets the method and path of the request.</summary>
    public required string Request { get; init; }

    /// <summary>Gets the time of the failure, from the start of the window.</summary>
    public required TimeSpan At { get; init; }

    /// <summary>Gets a description of the failure.</summary>
    public required string Detail { get; init; }

    /// <summary>
    /// Gets the method, the path and the beginning of the body as they were sent, of a request with data or with values of a chain; <see langword="null"/>
    /// for others, which are all alike.
    /// </summary>
    public string? Sent { get; init; }

    /// <summary>Gets the first kilobyte of the response as text; <see langword="null"/> if there was no response.</summary>
    public string? Response { get; init; }

    /// <inheritdoc/>
    public override string ToString() => Invariant($"{Kind} at {At.TotalSeconds:F3} s, {Request}: {Detail}{(Sent is null ? "" : $"; sent: {Sent}")}");
}
