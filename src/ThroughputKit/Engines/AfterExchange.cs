namespace ThroughputKit.Engines;

/// <summary>What becomes of a connection after an exchange.</summary>
internal enum AfterExchange
{
    /// <summary>It serves the next request.</summary>
    KeepOpen,

    /// <summary>It is closed, and the next request opens another at once.</summary>
    Close,

    /// <summary>It is closed, and the next one is opened after a pause.</summary>
    CloseAndBackOff,
}
