using System.Text;

namespace ThroughputKit.Counting;

/// <summary>The text of a database command without its values and comments, on one line. What never ends, such as a quote, takes the rest with it.</summary>
internal static class SqlText
{
    /// <summary>The maximum length.</summary>
    public const int MaxLength = 300;

    /// <summary>What a command without a text is called.</summary>
    public const string None = "(no text)";

    private const char Value = '?';
    private const string Cut = "...";

    /// <summary>Returns the text of a command.</summary>
    public static string Of(string? command, SqlDialect dialect)
    {
        var sql = command.AsSpan();
        var text = new StringBuilder(MaxLength);
        for (var at = 0; at < sql.Length && text.Length <= MaxLength;)
        {
            at = char.IsDigit(sql[at]) || IsOfName(sql[at]) ? ReadWord(sql, at, text) : ReadOther(sql, at, text, dialect);
        }

        return OnOneLine(text.ToString()) is { Length: > 0 } line ? line : None;
    }

    /// <summary>Returns a text on one line, without control characters, and cut to the maximum length.</summary>
    public static string OnOneLine(string text)
    {
        var line = string.Join(' ', string.Concat(text.Select(c => char.IsControl(c) || char.IsWhiteSpace(c) ? ' ' : c))
            .Split(' ', StringSplitOptions.RemoveEmptyEntries));
        return line.Length <= MaxLength ? line : string.Concat(line.AsSpan(0, MaxLength - Cut.Length), Cut);
    }

    // A name, a keyword, a parameter, a number, or a value with its prefix, as in N'...'.
    private static int ReadWord(ReadOnlySpan<char> sql, int begin, StringBuilder text)
    {
        var end = begin;
        var isNumber = char.IsDigit(sql[begin]);
        var last = isNumber ? sql.Length : Math.Min(sql.Length, begin + MaxLength + 1); // more of a name is cut
        while (end < last && (IsOfName(sql[end]) || char.IsDigit(sql[end]) || (isNumber && IsOfNumber(sql, end))))
        {
            end++;
        }

        if (isNumber)
        {
            text.Append(Value);
        }
        else if (end < sql.Length && sql[end] == '\'' && end == begin + 1 && sql[begin] is 'E' or 'e')
        {
            text.Append(Value);
            return EndOfQuote(sql, end, escapes: true);
        }
        else if (EndOfDollarTag(sql[begin..end], sql[begin..]) is > 0 and var tag)
        {
            var rest = sql[(begin + tag)..];
            var close = rest.IndexOf(sql.Slice(begin, tag), StringComparison.Ordinal);
            text.Append(Value);
            return close < 0 ? sql.Length : begin + tag + close + tag;
        }
        else
        {
            text.Append(sql[begin..end]);
        }

        return end;
    }

    private static int ReadOther(ReadOnlySpan<char> sql, int at, StringBuilder text, SqlDialect dialect)
    {
        var rest = sql[at..];
        switch (sql[at])
        {
            case '\'':
                text.Append(Value);
                return EndOfQuote(sql, at, dialect == SqlDialect.MySql);
            case '"' when dialect == SqlDialect.MySql:
                text.Append(Value);
                return EndOfQuote(sql, at, escapes: true);
            case '"' or '`':
                return Keep(sql, at, EndOfQuote(sql, at, escapes: false), text);
            case '[' when dialect == SqlDialect.Brackets:
                return Keep(sql, at, EndOfQuote(sql, at, escapes: false, ']'), text);
            case '#' when dialect == SqlDialect.MySql:
            case '-' when rest.StartsWith("--", StringComparison.Ordinal):
                text.Append(' ');
                return rest.IndexOfAny('\n', '\r') is >= 0 and var end ? at + end : sql.Length;
            case '/' when rest.StartsWith("/*", StringComparison.Ordinal):
                text.Append(' ');
                return EndOfComment(sql, at, nests: dialect != SqlDialect.MySql);
            case '.' when rest.Length > 1 && char.IsDigit(rest[1]) && (at == 0 || !IsOfName(sql[at - 1])):
                return at + 1; // a number, whose point goes
            case var c when char.IsWhiteSpace(c) || char.IsControl(c):
                if (text.Length > 0 && text[^1] != ' ')
                {
                    text.Append(' ');
                }

                return at + 1;
            default:
                text.Append(sql[at]);
                return at + 1;
        }
    }

    private static bool IsOfName(char c) => char.IsLetter(c) || c is '_' or '@' or '$' || char.IsSurrogate(c);

    private static bool IsOfNumber(ReadOnlySpan<char> sql, int at) =>
        sql[at] == '.' || (sql[at] is '+' or '-' && sql[at - 1] is 'e' or 'E' && at + 1 < sql.Length && char.IsDigit(sql[at + 1]));

    // The length of $$ or $name$ at the begin of a word; 0 if there is none, as in $1.
    private static int EndOfDollarTag(ReadOnlySpan<char> word, ReadOnlySpan<char> sql) =>
        word is ['$', ..] && word[1..].IndexOf('$') is >= 0 and var second && !char.IsDigit(sql[1]) ? second + 2 : 0;

    // A quote within the quotes is doubled. Returns more than the length if they never end.
    private static int EndOfQuote(ReadOnlySpan<char> sql, int begin, bool escapes, char? closing = null)
    {
        var quote = closing ?? sql[begin];
        for (var at = begin + 1; at < sql.Length; at++)
        {
            var next = escapes ? sql[at..].IndexOfAny(quote, '\\') : sql[at..].IndexOf(quote);
            if (next < 0)
            {
                break;
            }

            at += next;
            if (sql[at] == quote && (at + 1 == sql.Length || sql[at + 1] != quote))
            {
                return at + 1;
            }

            at++; // what is doubled or escaped
        }

        return sql.Length + 1;
    }

    private static int EndOfComment(ReadOnlySpan<char> sql, int begin, bool nests)
    {
        var depth = 0;
        for (var at = begin; at + 1 < sql.Length; at++)
        {
            if (sql[at] == '/' && sql[at + 1] == '*' && (nests || depth == 0))
            {
                depth++;
                at++;
            }
            else if (sql[at] == '*' && sql[at + 1] == '/')
            {
                at++;
                if (--depth == 0)
                {
                    return at + 1;
                }
            }
        }

        return sql.Length;
    }

    // A name in quotes; what never ends is none.
    private static int Keep(ReadOnlySpan<char> sql, int begin, int end, StringBuilder text)
    {
        text.Append(end > sql.Length ? [Value] : sql[begin..Math.Min(end, begin + MaxLength + 1)]);
        return end;
    }
}
