using System.Text;
using static System.FormattableString;

namespace ThroughputKit.Requests.Data;

/// <summary>Parses CSV (RFC 4180): a line of names, then rows with as many fields. A field in quotes may hold commas, line breaks and doubled quotes.</summary>
internal static class Csv
{
    private const string UnquotedValue = "Does a value contain a comma or a quote? Put it into quotes.";

    /// <param name="name">The name of the file, for messages.</param>
    /// <param name="text">Its text.</param>
    public static DataRows Parse(string name, string text)
    {
        var separator = WrongSeparator(text.Split('\n', 2)[0]);
        List<string[]> rows = [];
        var (at, line, lineStart) = (0, 1, 0);
        while (at < text.Length)
        {
            var (begin, first, columns) = (at, line, rows.Count > 0 ? rows[0].Length : int.MaxValue);
            List<string> fields = [];
            var excess = 0;
            do
            {
                at += fields.Count > 0 ? 1 : 0; // the comma
                excess = fields.Count == columns ? at - lineStart + 1 : excess;
                var (start, startLine) = (at - lineStart + 1, line);
                if (Field(text, ref at, ref line, ref lineStart) is not { } field)
                {
                    return Wrong(
                        name, startLine, start, "has a quote that is not closed, or not doubled", "a field in quotes, with quotes in it doubled",
                        separator ?? UnquotedValue);
                }

                fields.Add(field);
            }
            while (at < text.Length && text[at] == ',');

            var isBlank = at == begin; // a value that is empty has quotes
            if (rows.Count > 0 && fields.Count != columns && !isBlank)
            {
                return Wrong(
                    name, first, excess > 0 ? excess : at - lineStart + 1, $"has {Counted.Of(fields.Count, "field")}",
                    Invariant($"{columns:N0}, as the first line has"),
                    separator ?? (excess > 0 ? UnquotedValue : "Is a field missing, or is the line cut off?"));
            }

            at += at < text.Length && text[at] == '\r' ? 1 : 0;
            at += at < text.Length && text[at] == '\n' ? 1 : 0;
            (line, lineStart) = (line + 1, at);
            if (!isBlank)
            {
                rows.Add([.. fields]);
            }
        }

        return DataRows.Of(rows.FirstOrDefault() ?? [], [.. rows.Skip(1)], name);
    }

    /// <summary>
    /// Returns what to change if the first line, or the only column, is separated by something else than commas; <see langword="null"/> if it isn't.
    /// </summary>
    public static string? WrongSeparator(string line)
    {
        var other = line.AsSpan().IndexOfAny(';', '\t');
        return other < 0 || line.Contains(',', StringComparison.Ordinal) ? null
            : $"The separator of a CSV file must be a comma, and here it seems to be a {(line[other] == ';' ? "semicolon" : "tab")}.";
    }

    // Returns null if its quotes are wrong.
    private static string? Field(string text, ref int at, ref int line, ref int lineStart)
    {
        var (start, value) = (at, new StringBuilder());
        if (at == text.Length || text[at] != '"')
        {
            at += text.AsSpan(at).IndexOfAny(",\r\n") is >= 0 and var length ? length : text.Length - at;
            return text.AsSpan(start, at - start).Contains('"') ? null : text[start..at];
        }

        while (++at < text.Length && (text[at] != '"' || (at + 1 < text.Length && text[at + 1] == '"')))
        {
            at += text[at] == '"' ? 1 : 0;
            value.Append(text[at]);
            (line, lineStart) = text[at] == '\n' ? (line + 1, at + 1) : (line, lineStart);
        }

        return at++ < text.Length && (at == text.Length || text[at] is ',' or '\r' or '\n') ? $"{value}" : null;
    }

    private static DataRows Wrong(string name, int line, int column, string found, string expected, string cause) =>
        DataRows.Wrong(new Problem(Invariant($"{name}, line {line:N0}, column {column:N0}: the row {found}"), expected, cause));
}
