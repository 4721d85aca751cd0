namespace ThroughputKit.Engines;

/// <summary>How a connection continues after an exchange.</summary>
internal enum AfterExchange
{
    /// <summary>The connection serves the next request.</summary>
    KeepOpen,

    /// <summary>The connection is closed; the next request opens a new one at once.</summary>
    Close,

    /// <summary>The connection is closed; a new one is opened after a pause.</summary>
    CloseAndBackOff,
}
