using System.Buffers;
using ThroughputKit.Requests.Data;

namespace ThroughputKit.Requests;

/// <summary>Checks a request before it is encoded. Finds every problem; throws nothing.</summary>
internal static class RequestRules
{
    private const string TokenCharacters =
        "!#$%&'*+-.^_`|~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

    private static readonly SearchValues<char> _token = SearchValues.Create(TokenCharacters);

    // The kit frames messages and keeps connections open itself. Conflicting headers would break both.
    private static readonly string[] _owned = ["Content-Length", "Transfer-Encoding", "Connection", "Expect", "Upgrade"];

    /// <param name="request">The request.</param>
    /// <param name="isColumn">Whether there is a column of a name; <see langword="null"/> if braces are literal.</param>
    public static IEnumerable<Problem> Check(LoadRequest request, Func<string, bool>? isColumn) =>
    [
        .. CheckMethod(request),
        .. SetTwice.Check(request.Set).Select(p => p.In(request.Name)),
        .. DisplayName.Check("request", request.OwnName),
        .. CheckPath(request, isColumn),
        .. CheckBody(request),
        .. request.Headers.SelectMany(h => CheckHeader(h, isColumn)),
        .. CheckRules.Check(request),
    ];

    public static IEnumerable<Problem> CheckHeader(KeyValuePair<string, string> header, Func<string, bool>? isColumn = null) =>
        header.Key is null || header.Value is null
        ? [
            new Problem(
                $"A header is null: its name is '{header.Key}', its value '{header.Value}'",
                "a name and a value",
                "Did a preparation return a pair that it never filled?"),
        ]
        : [
            .. CheckField(header, isColumn),
            .. Problem.If(
                _owned.Contains(header.Key, StringComparer.OrdinalIgnoreCase),
                $"The header '{header.Key}' is set",
                $"any header except {string.Join(", ", _owned)}",
                "The kit frames requests and keeps connections open itself. Leave the header out."),
        ];

    /// <summary>Checks the syntax of a header, whether it is sent or expected.</summary>
    public static IEnumerable<Problem> CheckField(KeyValuePair<string, string> header, Func<string, bool>? isColumn = null)
    {
        var value = isColumn is null ? header.Value : string.Concat(RequestPieces.OfHeader(header.Value, isColumn).Select(p => p.Literal));
        return
        [
            .. Problem.If(
                !IsToken(header.Key),
                $"The header name '{DisplayName.Show(header.Key)}' is empty or contains a character that HTTP forbids",
                "letters, digits and symbols such as '-'",
                "Does it end in a colon, a space or a line break? Give only the name."),
            .. Problem.If(
                value.AsSpan().ContainsAnyExceptInRange(' ', '~') && value.Any(c => c != '\t' && c is < ' ' or > '~'),
                $"The value of the header '{DisplayName.Show(header.Key)}' is '{DisplayName.Show(header.Value)}'",
                "printable ASCII, without line breaks",
                "Does a token read from a file end in a line break? Trim it; encode other characters."),
        ];
    }

    /// <summary>Returns whether a text can be the name of a header, or a method.</summary>
    public static bool IsToken(string text) => text.Length > 0 && !text.AsSpan().ContainsAnyExcept(_token);

    private static IEnumerable<Problem> CheckMethod(LoadRequest request) =>
    [
        .. Problem.If(
            !IsToken(request.Method),
            $"The method of '{DisplayName.Show(request.Name)}' is '{DisplayName.Show(request.Method)}'",
            "letters, digits and the symbols that HTTP allows in a token, such as GET",
            "Is it empty, or does it contain a space or a line break?"),
        .. Problem.If(
            request.Method == "CONNECT",
            "The method is CONNECT", "any other method", "It would turn the connection into a tunnel, which can't be measured."),
    ];

    private static IEnumerable<Problem> CheckPath(LoadRequest request, Func<string, bool>? isColumn)
    {
        // Values are checked by themselves, and names may have any characters.
        var path = isColumn is null ? request.Path
            : string.Concat(RequestPieces.OfPath(request.Path, isColumn).Select(
                p => p.Literal + (p.Name is null ? "" : p.Place == ValuePlace.Target ? "/" : "-")));
        return
        [
            .. Problem.If(
                !path.StartsWith('/'),
                $"The path is '{DisplayName.Show(request.Path)}'",
                "a path that begins with a slash, such as /hello",
                "LoadTest.For and LoadTest.Against give the app's address. Give only the path here."),
            .. Problem.If(
                path.AsSpan().ContainsAnyExceptInRange('!', '~') || path.Contains('#', StringComparison.Ordinal),
                $"The path is '{DisplayName.Show(request.Path)}'",
                "printable ASCII without spaces and without '#'",
                "Escape a segment or a query value with Uri.EscapeDataString."),
        ];
    }

    private static IEnumerable<Problem> CheckBody(LoadRequest request) =>
    [
        .. request.BodyProblem is { } problem ? [problem.In(request.Name)] : Array.Empty<Problem>(),
        .. Problem.If(
            (request.Body is not null || request.BodyProblem is not null) && request.Method is "GET" or "HEAD" or "TRACE",
            $"{request.Name} carries a body of {request.Body?.Length ?? 0} {(request.Body?.Length == 1 ? "byte" : "bytes")}",
            "no body on GET, HEAD and TRACE",
            "Servers ignore or refuse it. Use POST, or put the data in the query."),
    ];
}
