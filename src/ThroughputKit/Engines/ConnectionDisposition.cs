namespace ThroughputKit.Engines;

/// <summary>How a connection continues after an exchange.</summary>
internal enum ConnectionDisposition
{
    KeepOpen,

    /// <summary>The next request opens a new connection at once.</summary>
    Close,

    /// <summary>The next request opens a new connection after a pause.</summary>
    CloseAndBackOff,
}
