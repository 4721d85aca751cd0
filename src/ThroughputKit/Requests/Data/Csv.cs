using System.Buffers;
using System.Text;
using static System.FormattableString;

namespace ThroughputKit.Requests.Data;

/// <summary>Parses CSV (RFC 4180): a line of names, then rows with as many fields. A field in quotes may hold commas, line breaks and doubled quotes.</summary>
internal static class Csv
{
    private const string UnquotedValue = "Does a value contain a comma or a quote? Put it into quotes.";

    private static readonly SearchValues<byte> _special = SearchValues.Create(",\r\n\""u8);

    /// <param name="name">The name of the file, for messages.</param>
    /// <param name="file">Its text in UTF-8.</param>
    public static DataRows Parse(string name, ReadOnlyMemory<byte> file)
    {
        var text = file.Span;
        var first = text.IndexOfAny("\r\n"u8) is >= 0 and var end ? text[..end] : text;
        if (first.StartsWith("sep="u8))
        {
            return DataRows.Wrong(new Problem(
                $"The first line of {name} is '{DisplayName.Show(Encoding.UTF8.GetString(first))}'", "the names of the columns, separated by commas",
                "Spreadsheets write a line sep= before them. Leave it out."));
        }

        var separator = WrongSeparator(Encoding.UTF8.GetString(first));
        var values = new ValueTable(text.Length, text.Count((byte)',') + text.Count((byte)'\n') + 1);
        string[]? columns = null;
        var (at, line, lineStart) = (0, 1, 0);
        while (at < text.Length)
        {
            var (isBlank, firstLine, fields, excess) = (text[at] is (byte)'\r' or (byte)'\n', line, 0, 0); // a value that is empty has quotes
            while (!isBlank)
            {
                var (start, startLine, startOfLine) = (at, line, lineStart);
                excess = fields == columns?.Length ? Column(text[lineStart..at]) : excess;
                if (!AddField(values, text, ref at, ref line, ref lineStart))
                {
                    return Wrong(
                        name, startLine, Column(text[startOfLine..start]), "has a quote that is not closed, or not doubled",
                        "a field in quotes, with quotes in it doubled", separator ?? UnquotedValue);
                }

                fields++;
                if (at == text.Length || text[at] != ',')
                {
                    break;
                }

                at++;
            }

            if (columns is not null && fields != columns.Length && !isBlank)
            {
                var isLastEmpty = values[values.Count - 1].IsEmpty;
                return Wrong(
                    name, firstLine, excess > 0 ? excess : Column(text[lineStart..at]), $"has {Counted.Of(fields, "field")}",
                    Invariant($"{columns.Length:N0}, as the first line has"),
                    separator ?? (excess == 0 ? "Is a field missing, or is the line cut off?"
                        : isLastEmpty ? "Does the line end in a comma? Leave it out, or name the column in the first line."
                        : UnquotedValue));
            }

            at += at < text.Length && text[at] == '\r' ? 1 : 0;
            at += at < text.Length && text[at] == '\n' ? 1 : 0;
            (line, lineStart) = (line + 1, at);
            if (columns is null && !isBlank)
            {
                columns = [.. Enumerable.Range(0, values.Count).Select(values.Text)];
                values.Clear();
            }
        }

        return DataRows.Of(columns ?? [], values, name);
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

    // Returns false if its quotes are wrong.
    private static bool AddField(ValueTable values, ReadOnlySpan<byte> text, ref int at, ref int line, ref int lineStart)
    {
        if (at == text.Length || text[at] != '"')
        {
            var length = text[at..].IndexOfAny(_special) is >= 0 and var found ? found : text.Length - at;
            values.Add(text.Slice(at, length));
            at += length;
            return at == text.Length || text[at] != '"';
        }

        for (at++; text[at..].IndexOf((byte)'"') is >= 0 and var quote;)
        {
            var part = text.Slice(at, quote);
            (line, lineStart) = part.LastIndexOf((byte)'\n') is >= 0 and var last ? (line + part.Count((byte)'\n'), at + last + 1) : (line, lineStart);
            values.Append(part);
            at += quote + 1;
            if (at == text.Length || text[at] != '"')
            {
                values.End();
                return at == text.Length || text[at] is (byte)',' or (byte)'\r' or (byte)'\n';
            }

            values.Append("\""u8);
            at++;
        }

        return false;
    }

    private static int Column(ReadOnlySpan<byte> before) => Encoding.UTF8.GetCharCount(before) + 1;

    private static DataRows Wrong(string name, int line, int column, string found, string expected, string cause) =>
        DataRows.Wrong(new Problem(Invariant($"{name}, line {line:N0}, column {column:N0}: the row {found}"), expected, cause));
}
