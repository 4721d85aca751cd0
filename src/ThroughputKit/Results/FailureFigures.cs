namespace ThroughputKit;

/// <summary>How many requests failed, by kind. Their sum is <see cref="LoadResult.Failed"/>.</summary>
public sealed record FailureFigures
{
    /// <summary>Gets how many found no connection.</summary>
    public required long Connect { get; init; }

    /// <summary>Gets how many broke while being written.</summary>
    public required long Write { get; init; }

    /// <summary>Gets how many were reset or cut short while the response was read.</summary>
    public required long Read { get; init; }

    /// <summary>Gets how many met a reused connection that the server closed without a byte of a response.</summary>
    public required long ClosedWhileReusing { get; init; }

    /// <summary>Gets how many had no whole response within the timeout.</summary>
    public required long Timeouts { get; init; }

    /// <summary>Gets how many were answered with bytes that are not an HTTP/1.x response.</summary>
    public required long Malformed { get; init; }

    /// <summary>Gets how many were answered with a status that is not a success.</summary>
    public required long UnexpectedStatus { get; init; }

    /// <summary>Gets the first few failures of each kind.</summary>
    public required IReadOnlyList<FailureExample> Examples { get; init; }
}
