namespace ThroughputKit.Hosting.Logging;

/// <summary>Lines that an app prints again and again.</summary>
/// <param name="example">The first of them.</param>
internal sealed class LineKind(string example)
{
    // As the framework's console log begins an entry: "info: Shop.Orders[7]".
    private static readonly string[] _levels = ["trce: ", "dbug: ", "info: ", "warn: ", "fail: ", "crit: "];

    public string Example { get; } = example;

    public long Lines { get; set; }

    /// <summary>Gets the category of a log entry that begins so; <see langword="null"/> if none does.</summary>
    public string? Category { get; } = Array.Exists(_levels, l => example.StartsWith(l, StringComparison.Ordinal)) && example.IndexOf('[', StringComparison.Ordinal) is > 6 and var end
        ? example[6..end]
        : null;
}
