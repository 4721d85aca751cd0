using System.Text;
using System.Text.RegularExpressions;
using ThroughputKit.Responses;
using ThroughputKit.Responses.Checks;

namespace ThroughputKit.Requests.Chains;

/// <summary>Takes the first match of a regular expression in the body.</summary>
internal sealed class MatchSource : ValueSource, IDisposable
{
    private static readonly TimeSpan _longest = TimeSpan.FromSeconds(1);

    [ThreadStatic]
    private static char[]? _text;

    private readonly string _nothing;
    private readonly string _empty;
    private string? _unknown; // explains the charset of the first body that can't be read

    // Each thread has an expression of its own, because one used by several at once would allocate.
    private readonly ThreadLocal<Expression> _expression;

    public MatchSource(string name, string pattern)
        : base(name)
    {
        (_nothing, _empty) = ($"nothing in the body matches '{pattern}'", $"the first match of '{pattern}' in the body is empty");
        Expression? compiled = null;
        _expression = new ThreadLocal<Expression>(() => new Expression(compiled!));
        try
        {
            compiled = new Expression(pattern);
            Problem = compiled.GetGroupNumbers().Length == 1 ? null : new Problem(
                $"The expression '{DisplayName.Show(pattern)}' has a capturing group",
                "an expression whose whole match is the value",
                "Leave out what stands around the value with lookbehind and lookahead: (?<=value=\")[^\"]+(?=\"). "
                    + "A group that only holds things together is (?:...).");
        }
        catch (ArgumentException e)
        {
            Problem = new Problem(
                $"The expression '{DisplayName.Show(pattern)}' is invalid: {e.Message.TrimEnd('.')}",
                "a regular expression of .NET",
                "Is a character not escaped?");
        }
    }

    public override ResponsePart Part => ResponsePart.Body;

    public override Problem? Problem { get; }

    public void Dispose() => _expression.Dispose();

    public override string? Take(in CheckedResponse response, ValueBuffer value)
    {
        if (Charset.Of(response.Head, out var charset) is not { } encoding)
        {
            return _unknown ??= $"the body has the charset {Excerpt.Quoted(charset)}. Allowed: utf-8, us-ascii, iso-8859-1, utf-16";
        }

        var text = _text;
        if (text is null || text.Length < response.Body.Length)
        {
            _text = text = new char[Math.Max(1024, 2 * response.Body.Length)];
        }

        var body = text.AsSpan(0, encoding.GetChars(response.Body, text));
        try
        {
            foreach (var match in _expression.Value!.EnumerateMatches(body))
            {
                var found = body.Slice(match.Index, match.Length);
                if (found.Length > ValueBuffer.MaxLength || found.IsEmpty || found.Contains('\uFFFD'))
                {
                    return found.IsEmpty ? _empty
                        : found.Length > ValueBuffer.MaxLength ? TooLong
                        : "the match has bytes that are no text in the body's charset";
                }

                var length = Encoding.UTF8.GetBytes(found, value.Room(Encoding.UTF8.GetByteCount(found)));
                value.Keep(length);
                return length > ValueBuffer.MaxLength ? TooLong : null;
            }
        }
        catch (RegexMatchTimeoutException)
        {
            return "the expression took longer than a second";
        }

        return _nothing;
    }

    /// <summary>An expression without groups, compiled once, and copies of it.</summary>
    private sealed class Expression : Regex
    {
        public Expression(string pattern)
            : base(pattern, RegexOptions.Compiled | RegexOptions.CultureInvariant, _longest)
        {
            _ = IsMatch(""); // the first use makes the code
        }

        // As generated expressions set it up.
        public Expression(Expression compiled)
        {
            (pattern, roptions, internalMatchTimeout) = (compiled.pattern, compiled.roptions, compiled.internalMatchTimeout);
            (factory, capsize) = (compiled.factory, compiled.capsize);
        }
    }
}
