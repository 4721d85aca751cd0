namespace ThroughputKit.Hosting.Logging;

/// <summary>A kind of line that an app prints repeatedly.</summary>
/// <param name="example">The first line of the kind.</param>
internal sealed class LineKind(string example)
{
    // The framework's console log begins an entry like this: "info: Shop.Orders[7]".
    private static readonly string[] _levels = ["trce: ", "dbug: ", "info: ", "warn: ", "fail: ", "crit: "];

    public string Example { get; } = example;

    public long Lines { get; set; }

    /// <summary>Gets the category of the log entry that the line begins; <see langword="null"/> if it begins none.</summary>
    public string? Category { get; } = Array.Exists(_levels, l => example.StartsWith(l, StringComparison.Ordinal)) && example.IndexOf('[', StringComparison.Ordinal) is > 6 and var end
        ? example[6..end]
        : null;
}
