namespace ThroughputKit.Hosting.Logging;

/// <summary>Counts the lines that an app prints while it is loaded.</summary>
internal interface IPrintedLines
{
    /// <summary>Gets the number of lines so far.</summary>
    long Lines { get; }

    /// <summary>Returns the number of log entries per category so far, the most frequent first.</summary>
    IReadOnlyList<(string Category, long Entries)> Categories();
}
