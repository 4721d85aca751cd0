namespace ThroughputKit.Reports;

/// <summary>A table of a report.</summary>
/// <param name="Title">The title.</param>
/// <param name="Rows">The rows of cells, headings first, all of the same length.</param>
/// <param name="IsText">Returns whether a column holds words rather than numbers.</param>
internal sealed record ReportTable(string Title, IReadOnlyList<string[]> Rows, Func<int, bool> IsText)
{
    /// <summary>Gets whether it is shown last, and folded where that is possible.</summary>
    public bool IsDetail { get; init; }

    /// <summary>Gets what stands in full for the text of a cell that is short, such as the hash of a commit.</summary>
    public IReadOnlyDictionary<string, string> Titles { get; init; } = new Dictionary<string, string>(StringComparer.Ordinal);

    /// <summary>Returns a table whose first column alone holds words.</summary>
    public static ReportTable OfNumbers(string title, IReadOnlyList<string[]> rows) => new(title, rows, column => column == 0);
}
