namespace ThroughputKit.Hosting.Logging;

/// <summary>Counts what an app prints while it is loaded.</summary>
internal interface IPrintedLines
{
    /// <summary>Gets how many lines there were so far.</summary>
    long Lines { get; }

    /// <summary>How many log entries there were of each category so far, the most frequent first.</summary>
    IReadOnlyList<(string Category, long Entries)> Categories();
}
