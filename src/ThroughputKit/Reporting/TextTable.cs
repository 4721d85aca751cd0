using System.Text;

namespace ThroughputKit.Reporting;

/// <summary>Formats rows of cells as lines of text in columns. Words are left-aligned, figures right-aligned.</summary>
internal static class TextTable
{
    /// <param name="rows">The rows, headings first, all of the same length.</param>
    /// <param name="isText">Returns whether a column holds words.</param>
    public static string Write(IReadOnlyList<string[]> rows, Func<int, bool> isText)
    {
        int[] widths = [.. rows[0].Select((_, column) => rows.Max(r => r[column].Length))];
        var text = new StringBuilder();
        foreach (var row in rows)
        {
            text.AppendLine(
                string.Join("  ", row.Select((cell, column) => isText(column) ? cell.PadRight(widths[column]) : cell.PadLeft(widths[column]))).TrimEnd());
        }

        return text.ToString().TrimEnd();
    }
}
