namespace ThroughputKit;

/// <summary>Why a request failed.</summary>
public enum FailureKind
{
    /// <summary>No connection could be opened.</summary>
    Connect,

    /// <summary>The connection broke while the request was being written.</summary>
    Write,

    /// <summary>The connection was reset or closed before the response was whole.</summary>
    Read,

    /// <summary>
    /// The server closed a connection that had served requests before, and sent no byte of a response to this one.
    /// The kit never retries in silence, so this is counted as a failure of its own kind.
    /// </summary>
    ClosedWhileReusing,

    /// <summary>No whole response came within <see cref="LoadOptions.Timeout"/>.</summary>
    Timeout,

    /// <summary>The bytes that came were not an HTTP/1.x response, or more came than the response may hold.</summary>
    Malformed,

    /// <summary>A whole response came, with a status that <see cref="LoadOptions.IsSuccess"/> does not accept.</summary>
    UnexpectedStatus,
}
