using System.Text;

namespace ThroughputKit.Requests.Data;

/// <summary>
/// Finds placeholders: the name of a column, or of what looks like one, in braces. Two opening braces stand for one. All other braces are literal, as those of
/// JSON are. Two $ or # before a placeholder stand for one, because a single one makes it that of another tool.
/// </summary>
internal static class Placeholders
{
    private const string RawSuffix = ":raw";

    /// <summary>Returns what stands before each placeholder, its name, and whether it is raw, as {url:raw} is. The last has no name.</summary>
    /// <param name="text">The text.</param>
    /// <param name="isColumn">Whether there is a column of a name.</param>
    /// <param name="read">Returns the name for what stands in the braces; <see langword="null"/> if it is the name itself.</param>
    public static IEnumerable<(string Literal, string? Name, bool IsRaw)> Split(string text, Func<string, bool> isColumn, Func<string, string>? read = null)
    {
        var literal = new StringBuilder();
        for (var i = 0; i < text.Length; i++)
        {
            var end = text[i] == '{' ? text.IndexOf('}', i) : -1;
            if (text[i] == '{' && i + 1 < text.Length && text[i + 1] == '{')
            {
                i++;
            }
            else if (end > 0 && Read(text[(i + 1)..end]) is var (name, isRaw) && (isColumn(name) || IsIdentifier(name)))
            {
                literal.Length -= EndsInTwo(literal) ? 1 : 0;
                yield return ($"{literal}", name, isRaw);
                literal.Clear();
                i = end;
                continue;
            }

            literal.Append(text[i]);
        }

        yield return ($"{literal}", null, false);

        (string Name, bool IsRaw) Read(string written)
        {
            var name = read is null || !written.Contains('\\', StringComparison.Ordinal) ? written : read(written);
            return name.EndsWith(RawSuffix, StringComparison.Ordinal) && !isColumn(name) ? (name[..^RawSuffix.Length], true) : (name, false);
        }
    }

    /// <summary>
    /// Returns the columns that are written as in other tools, where they would be sent as they stand here: {{id}}, ${id} and #{id}; and {id:x}, whatever
    /// follows the colon.
    /// </summary>
    /// <param name="text">The text.</param>
    /// <param name="isColumn">Whether there is a column of a name.</param>
    /// <param name="hasFormats">Whether the last form counts. In a body it may be of another language.</param>
    public static IEnumerable<(string Written, string Name)> Foreign(string text, Func<string, bool> isColumn, bool hasFormats = false)
    {
        for (int i = 0, end; (i = text.IndexOf('{', i)) >= 0 && (end = text.IndexOf('}', i)) >= 0;)
        {
            var (start, braces) = (i, text.AsSpan(i).IndexOfAnyExcept('{'));
            i += braces;
            var written = text[i..end].Trim();
            var name = written.EndsWith(RawSuffix, StringComparison.Ordinal) && !isColumn(written) ? written[..^RawSuffix.Length] : written;
            var hasSign = start > 0 && text[start - 1] is '$' or '#' && (start == 1 || text[start - 2] != text[start - 1]);
            if (isColumn(name) && ((braces == 2 && text.AsSpan(end).StartsWith("}}")) || (braces == 1 && hasSign)))
            {
                yield return (braces == 2 ? text[start..(end + 2)] : text[(start - 1)..(end + 1)], name);
            }
            else if (hasFormats && braces == 1 && !isColumn(name) && name.Split(':') is [var column, _] && isColumn(column.Trim()))
            {
                yield return (text[start..(end + 1)], column.Trim());
            }
        }
    }

    /// <summary>Returns the columns whose braces were percent-encoded with the rest: %7Bid%7D.</summary>
    public static IEnumerable<(string Written, string Name)> Encoded(string text, Func<string, bool> isColumn)
    {
        const StringComparison IgnoreCase = StringComparison.OrdinalIgnoreCase;
        for (int i = 0, end; (i = text.IndexOf("%7B", i, IgnoreCase)) >= 0 && (end = text.IndexOf("%7D", i, IgnoreCase)) >= 0; i++)
        {
            if (Uri.UnescapeDataString(text[(i + 3)..end].Replace('+', ' ')) is var name && isColumn(name))
            {
                yield return (text[i..(end + 3)], name);
            }
        }
    }

    /// <summary>Returns the text that stands for this one, without placeholders.</summary>
    public static string Literal(string text) => text.Replace("{", "{{", StringComparison.Ordinal);

    /// <summary>Returns whether a name is one of letters, digits, underscores and hyphens that doesn't begin with a digit.</summary>
    public static bool IsIdentifier(string name) =>
        name.Length > 0 && (char.IsLetter(name[0]) || name[0] == '_') && name.All(c => char.IsLetterOrDigit(c) || c is '_' or '-');

    private static bool EndsInTwo(StringBuilder text) => text.Length > 1 && text[^1] is '$' or '#' && text[^2] == text[^1];
}
