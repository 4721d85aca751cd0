namespace ThroughputKit;

/// <summary>The number of failed requests, by kind. Their sum is the number of failures.</summary>
public sealed record FailureFigures
{
    internal FailureFigures()
    {
    }

    internal static FailureFigures None { get; } = new()
    {
        Connect = 0,
        Write = 0,
        Read = 0,
        ClosedWhileReusing = 0,
        Timeouts = 0,
        Malformed = 0,
        UnexpectedStatus = 0,
        FailedCheck = 0,
        Examples = [],
    };

    /// <summary>Gets the number of requests for which no connection could be opened.</summary>
    public required long Connect { get; init; }

    /// <summary>Gets the number of requests whose connection broke while they were being written.</summary>
    public required long Write { get; init; }

    /// <summary>Gets the number of requests that were reset or cut short while the response was read.</summary>
    public required long Read { get; init; }

    /// <summary>Gets the number of requests on a reused connection that the server closed without sending a byte of a response.</summary>
    public required long ClosedWhileReusing { get; init; }

    /// <summary>Gets the number of requests without a complete response within the timeout.</summary>
    public required long Timeouts { get; init; }

    /// <summary>Gets the number of requests answered with bytes that are not an HTTP/1.x response.</summary>
    public required long Malformed { get; init; }

    /// <summary>Gets the number of requests answered with a status that they don't expect.</summary>
    public required long UnexpectedStatus { get; init; }

    /// <summary>Gets the number of requests whose response has a status that is a success, but isn't what the request expects.</summary>
    public required long FailedCheck { get; init; }

    /// <summary>Gets the first few failures of each kind.</summary>
    public required IReadOnlyList<FailureExample> Examples { get; init; }
}
