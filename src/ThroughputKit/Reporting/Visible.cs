using System.Globalization;
using System.Text;

namespace ThroughputKit.Reporting;

/// <summary>
/// Makes text of strangers fit for a report: what isn't seen, or changes how the rest is seen (control characters, terminal escapes, marks of writing
/// direction, halves of characters), becomes a visible escape, and what is too long is cut. Pure.
/// </summary>
internal static class Visible
{
    /// <summary>Returns text in one line.</summary>
    public static string Line(string text, int max) => Of(text, max, keepsLines: false);

    /// <summary>Returns text that keeps its line breaks.</summary>
    public static string Lines(string text, int max) => Of(text, max, keepsLines: true);

    private static string Of(string text, int max, bool keepsLines)
    {
        var cut = text.Length <= max ? text : text[..max];
        var result = new StringBuilder(cut.Length + 16);
        foreach (var rune in cut.EnumerateRunes())
        {
            if (rune.Value == '\n' && keepsLines)
            {
                result.Append('\n');
            }
            else if (rune.Value == '\r' && keepsLines)
            {
                // part of a line break
            }
            else if (IsHidden(rune))
            {
                result.Append(Escape(rune.Value));
            }
            else
            {
                result.Append(rune.ToString());
            }
        }

        return text.Length <= max ? result.ToString()
            : result.Append(CultureInfo.InvariantCulture, $"... ({text.Length - max:N0} more characters)").ToString();
    }

    private static bool IsHidden(Rune rune) => Rune.GetUnicodeCategory(rune) is UnicodeCategory.Control or UnicodeCategory.Format
        or UnicodeCategory.LineSeparator or UnicodeCategory.ParagraphSeparator or UnicodeCategory.PrivateUse or UnicodeCategory.OtherNotAssigned;

    private static string Escape(int value) => value switch
    {
        '\n' => "\\n",
        '\r' => "\\r",
        '\t' => "\\t",
        < 0x100 => string.Create(CultureInfo.InvariantCulture, $"\\x{value:x2}"),
        < 0x10000 => string.Create(CultureInfo.InvariantCulture, $"\\u{value:x4}"),
        _ => string.Create(CultureInfo.InvariantCulture, $"\\U{value:x8}"),
    };
}
