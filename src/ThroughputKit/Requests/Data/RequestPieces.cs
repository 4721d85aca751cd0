using System.Text;
using System.Text.Json;
using System.Text.Unicode;
using ThroughputKit.Requests.Chains;

namespace ThroughputKit.Requests.Data;

/// <summary>A request in pieces of text: its path, its header values and its body, divided at their placeholders.</summary>
internal static class RequestPieces
{
    private const char Value = '\0';
    private const string Body = "the body";

    public static IEnumerable<TemplatePiece> OfPath(string path, Func<string, bool> isColumn)
    {
        var query = path.IndexOf('?', StringComparison.Ordinal);
        return query < 0 ? OfSegments(path, isColumn) : OfSegments(path[..query], isColumn).Concat(
            Of(path[query..], ValuePlace.Query, isColumn).Select(p => p.IsRaw ? p with { Place = ValuePlace.Raw } : p));
    }

    public static IEnumerable<TemplatePiece> OfHeader(string value, Func<string, bool> isColumn) => Of(value, ValuePlace.Header, isColumn);

    /// <summary>Returns the pieces of the body; none if there is no body, or it is no text.</summary>
    public static IReadOnlyList<TemplatePiece> OfBody(LoadRequest request, Func<string, bool> isColumn)
    {
        if (TextOf(request) is not { } text)
        {
            return [];
        }

        var type = TypeOf(request).Split(';')[0];
        var isForm = type.Contains("x-www-form-urlencoded", StringComparison.OrdinalIgnoreCase);
        var isJson = type.Contains("json", StringComparison.OrdinalIgnoreCase);
        var pieces = Of(text, isForm ? ValuePlace.Query : ValuePlace.Body, isColumn, isJson ? Unescaped : null);
        return isJson ? [.. InJson(pieces)] : [.. pieces];
    }

    /// <summary>Returns all placeholders, with their places in words.</summary>
    public static IEnumerable<(string Name, ValuePlace Place, string Where)> Placeholders(LoadRequest request, Func<string, bool> isColumn) =>
        from part in Parts(request, isColumn)
        from piece in part.Pieces
        where piece.Name is not null
        select (piece.Name, piece.Place, $"{part.Where} of {request.Name}");

    /// <summary>Returns the names that ask for a value as it is where none is escaped, or where one could break out.</summary>
    public static IEnumerable<(string Name, string Where)> MisplacedRaw(LoadRequest request, Func<string, bool> isColumn) =>
        from part in Parts(request, isColumn)
        from piece in part.Pieces
        where piece is { IsRaw: true, Place: not (ValuePlace.Target or ValuePlace.Raw) }
        select (piece.Name, $"{part.Where} of {request.Name}");

    /// <summary>Returns the columns that are written as in other tools.</summary>
    public static IEnumerable<(string Written, string Name, string Where)> Foreign(LoadRequest request, Func<string, bool> isColumn) =>
        from part in Texts(request)
        from found in Data.Placeholders.Foreign(part.Text, isColumn, hasFormats: part.Where != Body).Concat(Data.Placeholders.Encoded(part.Text, isColumn))
        select (found.Written, found.Name, $"{part.Where} of {request.Name}");

    /// <summary>
    /// Returns a column that a body names in which its value couldn't be written: one that isn't UTF-8, or says so, or a message of gRPC;
    /// <see langword="null"/> if there is none.
    /// </summary>
    public static string? InOtherEncoding(LoadRequest request, Func<string, bool> isColumn)
    {
        var encoding = request.IsGrpc ? null : Charset.Of(TypeOf(request));
        if (request.Body is not { } body || (Equals(encoding, Encoding.UTF8) && Utf8.IsValid(body.Span)))
        {
            return null;
        }

        var text = (Equals(encoding, Encoding.UTF8) ? Encoding.Latin1 : encoding ?? Encoding.Latin1).GetString(body.Span);
        return Data.Placeholders.Split(text, isColumn).Select(p => p.Name).FirstOrDefault(n => n is not null && isColumn(n));
    }

    private static string TypeOf(LoadRequest request) =>
        request.Headers.LastOrDefault(h => string.Equals(h.Key, "Content-Type", StringComparison.OrdinalIgnoreCase)).Value ?? "";

    private static string? TextOf(LoadRequest request) =>
        !request.IsGrpc && request.Body is { } body && Utf8.IsValid(body.Span) ? Encoding.UTF8.GetString(body.Span) : null;

    private static IEnumerable<(string Text, string Where)> Texts(LoadRequest request) =>
    [
        (request.Path, "the path"),
        .. request.Headers.Where(h => h.Value is not null).Select(h => (h.Value, $"the header {h.Key}")),
        (TextOf(request) ?? "", Body),
    ];

    private static IEnumerable<(IEnumerable<TemplatePiece> Pieces, string Where)> Parts(LoadRequest request, Func<string, bool> isColumn) =>
    [
        (OfPath(request.Path, isColumn), "the path"),
        .. request.Headers.Where(h => h.Value is not null).Select(h => (OfHeader(h.Value, isColumn), $"the header {h.Key}")),
        (OfBody(request, isColumn), Body),
    ];

    private static IEnumerable<TemplatePiece> Of(string text, ValuePlace place, Func<string, bool> isColumn, Func<string, string>? read = null) =>
        Data.Placeholders.Split(text, isColumn, read).Select(p => new TemplatePiece(p.Literal, p.Name, place, p.IsRaw));

    // Whether a value could make its segment . or .., which stand for other paths, depends on what else is in it. Here each value is a control character,
    // which no path contains.
    private static IEnumerable<TemplatePiece> OfSegments(string path, Func<string, bool> isColumn)
    {
        TemplatePiece[] pieces = [.. Of(path, ValuePlace.Path, isColumn)];
        var segments = string.Concat(pieces.Select(p => p.Name is null ? p.Literal : $"{p.Literal}{Value}")).Split('/');
        var places = segments.SelectMany(s => Enumerable.Repeat(PlaceIn(s), s.Count(c => c == Value)));
        return
        [
            .. pieces.Zip(places.Append(ValuePlace.Path), (piece, place) => piece with { Place = piece.IsRaw ? ValuePlace.Raw : place })
                .Select((piece, i) => i == 0 && piece is { Name: not null, Literal: "" } ? piece with { Place = ValuePlace.Target } : piece),
        ];
    }

    private static ValuePlace PlaceIn(string segment) => segment.Length == 1 ? ValuePlace.Path
        : segment.Replace("%2E", ".", StringComparison.OrdinalIgnoreCase).All(c => c is Value or '.') ? ValuePlace.PathPart
        : ValuePlace.Query;

    // An object that is written as JSON has a name such as "größe" with escapes.
    private static string Unescaped(string name)
    {
        try
        {
            using var json = JsonDocument.Parse($"\"{name}\"");
            return json.RootElement.GetString()!;
        }
        catch (Exception e) when (e is JsonException or InvalidOperationException) // the latter of half a character
        {
            return name;
        }
    }

    private static IEnumerable<TemplatePiece> InJson(IEnumerable<TemplatePiece> pieces)
    {
        var (isText, isEscaped) = (false, false);
        foreach (var piece in pieces)
        {
            foreach (var c in piece.Literal)
            {
                (isText, isEscaped) = (isText ^ (c == '"' && !isEscaped), isText && c == '\\' && !isEscaped);
            }

            yield return piece with { Place = isText ? ValuePlace.JsonText : ValuePlace.JsonValue };
        }
    }
}
