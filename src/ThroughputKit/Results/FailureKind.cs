namespace ThroughputKit;

/// <summary>The reason for a failed request.</summary>
public enum FailureKind
{
    /// <summary>No connection could be opened.</summary>
    Connect,

    /// <summary>The connection broke while the request was being written.</summary>
    Write,

    /// <summary>The connection was reset or closed before the response was complete.</summary>
    Read,

    /// <summary>
    /// The server closed a connection that had served requests before, and sent no byte of a response to this one. The kit never retries silently, so this
    /// counts as a failure of its own kind.
    /// </summary>
    ClosedWhileReusing,

    /// <summary>No complete response arrived within <see cref="LoadOptions.RequestTimeout"/>.</summary>
    Timeout,

    /// <summary>The received bytes were not an HTTP/1.x response, or more were received than the response may contain.</summary>
    Malformed,

    /// <summary>A complete response arrived, with a status that the request does not expect, or <see cref="LoadOptions.IsSuccess"/> does not accept.</summary>
    UnexpectedStatus,

    /// <summary>A complete response arrived, with a status that is a success, but it isn't what the request expects.</summary>
    FailedCheck,
}
