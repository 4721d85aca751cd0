using System.Text;

namespace ThroughputKit.Requests.Data;

/// <summary>
/// Finds placeholders: the name of a column, or of what looks like one, in braces. Two opening braces stand for one. All other braces are literal, as those of
/// JSON are.
/// </summary>
internal static class Placeholders
{
    /// <summary>Returns what stands before each placeholder, and its name. The last has no name.</summary>
    /// <param name="text">The text.</param>
    /// <param name="isColumn">Whether there is a column of a name.</param>
    /// <param name="read">Returns the name for what stands in the braces; <see langword="null"/> if it is the name itself.</param>
    public static IEnumerable<(string Literal, string? Name)> Split(string text, Func<string, bool> isColumn, Func<string, string>? read = null)
    {
        var literal = new StringBuilder();
        for (var i = 0; i < text.Length; i++)
        {
            var end = text[i] == '{' ? text.IndexOf('}', i) : -1;
            if (text[i] == '{' && i + 1 < text.Length && text[i + 1] == '{')
            {
                i++;
            }
            else if (end > 0 && Read(text[(i + 1)..end]) is var name && (isColumn(name) || IsIdentifier(name)))
            {
                yield return ($"{literal}", name);
                literal.Clear();
                i = end;
                continue;
            }

            literal.Append(text[i]);
        }

        yield return ($"{literal}", null);

        string Read(string name) => read is null || !name.Contains('\\', StringComparison.Ordinal) ? name : read(name);
    }

    /// <summary>Returns the text that stands for this one, without placeholders.</summary>
    public static string Literal(string text) => text.Replace("{", "{{", StringComparison.Ordinal);

    /// <summary>Returns whether a name is one of letters, digits, underscores and hyphens that doesn't begin with a digit.</summary>
    public static bool IsIdentifier(string name) =>
        name.Length > 0 && (char.IsLetter(name[0]) || name[0] == '_') && name.All(c => char.IsLetterOrDigit(c) || c is '_' or '-');
}
