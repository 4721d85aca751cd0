namespace ThroughputKit.Reporting;

/// <summary>Formats rows of cells as a table in GitHub's Markdown. Words are left-aligned, figures right-aligned.</summary>
internal static class MarkdownTable
{
    private const string Special = @"\`*_[]<>#|~&";

    /// <param name="rows">The rows, headings first, all of the same length.</param>
    /// <param name="isText">Returns whether a column holds words.</param>
    public static string Write(IReadOnlyList<string[]> rows, Func<int, bool> isText)
    {
        string[] alignments = [.. rows[0].Select((_, column) => isText(column) ? "---" : "---:")];
        return string.Join(Environment.NewLine, [Row(rows[0]), Row(alignments), .. rows.Skip(1).Select(r => Row(r.Select(Escape)))]);

        static string Row(IEnumerable<string> cells) => $"| {string.Join(" | ", cells)} |";
    }

    /// <summary>Returns a line of a list that Markdown shows as it is, with its line breaks.</summary>
    /// <param name="text">The text.</param>
    /// <param name="max">The length to which it is cut.</param>
    public static string Item(string text, int max = int.MaxValue) => $"- {Escape(Visible.Lines(text, max)).Replace("\n", "<br>", StringComparison.Ordinal)}";

    /// <summary>Returns text that Markdown shows as it is.</summary>
    public static string Escape(string text) => string.Concat(text.Select(c => Special.Contains(c, StringComparison.Ordinal) ? $"\\{c}" : $"{c}"));
}
