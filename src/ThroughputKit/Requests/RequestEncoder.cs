using System.Buffers;
using System.Globalization;
using System.Text;
using ThroughputKit.Requests.Chains;
using ThroughputKit.Requests.Data;
using ThroughputKit.Responses;

namespace ThroughputKit.Requests;

/// <summary>Encodes a request as HTTP/1.1 (RFC 9112). Expects requests that have passed <see cref="RequestRules"/>.</summary>
internal static class RequestEncoder
{
    /// <param name="request">The request.</param>
    /// <param name="address">The address of the app.</param>
    /// <param name="expected">What it expects in return.</param>
    /// <param name="data">The values of its placeholders; <see langword="null"/> if there are none, and braces are literal.</param>
    /// <param name="keepsCookies">Whether it carries the cookies of a virtual user.</param>
    public static EncodedRequest Encode(LoadRequest request, Uri address, ExpectedAnswer expected, DataEncoder? data = null, bool keepsCookies = false)
    {
        Func<string, bool>? isColumn = data is { HasPlaceholders: true } ? data.IsColumn : null;
        TemplatePiece[] head = [.. Head(request, address, isColumn, keepsCookies)];
        var body = isColumn is null ? [] : RequestPieces.OfBody(request, isColumn);
        var bytes = body.Count == 0 ? request.Body : Encoding.UTF8.GetBytes(Text(body));
        TemplatePiece[] whole = [.. head, .. Length(request.Method, bytes), Literal("\r\n")];
        var writer = new ArrayBufferWriter<byte>();
        Encoding.Latin1.GetBytes(Text(whole), writer);
        writer.Write(bytes.GetValueOrDefault().Span);
        var encoded = new EncodedRequest(request.Name, writer.WrittenMemory, request.Method == "HEAD", expected);
        if (data is null)
        {
            return encoded;
        }

        if (body.Any(IsPlaceholder))
        {
            var untilLength = data.Encode([.. head, Literal("Content-Length: ")], Encoding.Latin1);
            return encoded with { Template = new(untilLength, data.Encode(body, Encoding.UTF8), data.Numbers) };
        }

        RequestTemplate.Part fixedBody = new(bytes.GetValueOrDefault().ToArray(), Value: null);
        return head.Any(IsPlaceholder) ? encoded with { Template = new([.. data.Encode(whole, Encoding.Latin1), fixedBody], [], data.Numbers) } : encoded;

        bool IsPlaceholder(TemplatePiece piece) => piece.Name is not null && data.IsColumn(piece.Name);
    }

    // The head up to the length of the body. Without data, braces are literal.
    private static IEnumerable<TemplatePiece> Head(LoadRequest request, Uri address, Func<string, bool>? isColumn, bool keepsCookies)
    {
        yield return Literal($"{request.Method} ");
        foreach (var piece in isColumn is null ? [Literal(request.Path)] : RequestPieces.OfPath(request.Path, isColumn))
        {
            yield return piece;
        }

        // Uri.Authority omits the scheme's default port and keeps the brackets of an IPv6 address.
        yield return Literal(Has(request, "Host") ? " HTTP/1.1\r\n" : $" HTTP/1.1\r\nHost: {address.Authority}\r\n");
        foreach (var header in request.Headers)
        {
            yield return Literal($"{header.Key}: ");
            foreach (var piece in isColumn is null ? [Literal(header.Value)] : RequestPieces.OfHeader(header.Value, isColumn))
            {
                yield return piece;
            }

            if (keepsCookies && IsCookie(header))
            {
                yield return new TemplatePiece("", CookieColumn.Rest, ValuePlace.Header);
            }

            yield return Literal("\r\n");
        }

        if (keepsCookies && !Has(request, "Cookie"))
        {
            yield return new TemplatePiece("", CookieColumn.Line, ValuePlace.Header);
        }
    }

    // A method that usually has a body sends a length of 0 when it has none (RFC 9110, 8.6).
    private static IEnumerable<TemplatePiece> Length(string method, ReadOnlyMemory<byte>? body) =>
        (body?.Length ?? (method is "POST" or "PUT" or "PATCH" ? 0 : null)) is { } length
            ? [Literal(string.Create(CultureInfo.InvariantCulture, $"Content-Length: {length}\r\n"))]
            : [];

    private static bool Has(LoadRequest request, string name) =>
        request.Headers.Any(h => string.Equals(h.Key, name, StringComparison.OrdinalIgnoreCase));

    private static bool IsCookie(KeyValuePair<string, string> header) => string.Equals(header.Key, "Cookie", StringComparison.OrdinalIgnoreCase);

    private static TemplatePiece Literal(string text) => new(text, null, default);

    private static string Text(IEnumerable<TemplatePiece> pieces) =>
        string.Concat(pieces.Select(p => p.Name is null or CookieColumn.Line or CookieColumn.Rest ? p.Literal : $"{p.Literal}{{{p.Name}}}"));
}
