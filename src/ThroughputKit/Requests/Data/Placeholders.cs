using System.Text;

namespace ThroughputKit.Requests.Data;

/// <summary>
/// Finds placeholders: the name of a column, or of what looks like one, in braces. Two opening braces stand for one. All other braces are literal, as those of
/// JSON are.
/// </summary>
internal static class Placeholders
{
    /// <summary>Returns what stands before each placeholder, and its name. The last has no name.</summary>
    public static IEnumerable<(string Literal, string? Name)> Split(string text, Func<string, bool> isColumn)
    {
        var literal = new StringBuilder();
        for (var i = 0; i < text.Length; i++)
        {
            var end = text[i] == '{' ? text.IndexOf('}', i) : -1;
            if (text[i] == '{' && i + 1 < text.Length && text[i + 1] == '{')
            {
                i++;
            }
            else if (end > 0 && text[(i + 1)..end] is var name && (isColumn(name) || IsIdentifier(name)))
            {
                yield return ($"{literal}", name);
                literal.Clear();
                i = end;
                continue;
            }

            literal.Append(text[i]);
        }

        yield return ($"{literal}", null);
    }

    /// <summary>Returns the text that stands for this one, without placeholders.</summary>
    public static string Literal(string text) => text.Replace("{", "{{", StringComparison.Ordinal);

    private static bool IsIdentifier(string name) =>
        name.Length > 0 && (char.IsLetter(name[0]) || name[0] == '_') && name.All(c => char.IsLetterOrDigit(c) || c is '_' or '-');
}
