namespace ThroughputKit.Traffic;

/// <summary>How a request ended, as far as it decides what comes next.</summary>
internal enum Ending
{
    /// <summary>With a complete response. Its connection stays open.</summary>
    Answered,

    /// <summary>With a complete response. The next request opens a new connection at once.</summary>
    AnsweredLast,

    /// <summary>Without a complete response. The next request opens a new connection at once.</summary>
    Unanswered,

    /// <summary>With its connection, which broke or could not be opened. The next request opens a new one after a pause.</summary>
    Broken,
}
