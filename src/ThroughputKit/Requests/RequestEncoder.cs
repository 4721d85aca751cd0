using System.Buffers;
using System.Globalization;
using System.Text;
using ThroughputKit.Responses;

namespace ThroughputKit.Requests;

/// <summary>Encodes a request as HTTP/1.1 (RFC 9112). Expects requests that have passed <see cref="RequestRules"/>.</summary>
internal static class RequestEncoder
{
    public static EncodedRequest Encode(LoadRequest request, Uri address, ExpectedAnswer expected)
    {
        var head = new StringBuilder()
            .Append(request.Method).Append(' ').Append(request.Path).Append(" HTTP/1.1\r\n");
        if (!Has(request, "Host"))
        {
            // Uri.Authority omits the scheme's default port and keeps the brackets of an IPv6 address.
            Add(head, "Host", address.Authority);
        }

        foreach (var header in request.Headers)
        {
            Add(head, header.Key, header.Value);
        }

        if (ContentLength(request) is { } length)
        {
            Add(head, "Content-Length", length.ToString(CultureInfo.InvariantCulture));
        }

        head.Append("\r\n");
        var writer = new ArrayBufferWriter<byte>();
        Encoding.Latin1.GetBytes(head.ToString(), writer);
        writer.Write(request.Body.GetValueOrDefault().Span);
        return new EncodedRequest(request.Name, writer.WrittenMemory, request.Method == "HEAD", expected);
    }

    // A method that usually has a body sends a length of 0 when it has none (RFC 9110, 8.6).
    private static int? ContentLength(LoadRequest request) =>
        request.Body?.Length ?? (request.Method is "POST" or "PUT" or "PATCH" ? 0 : null);

    private static bool Has(LoadRequest request, string name) =>
        request.Headers.Any(h => string.Equals(h.Key, name, StringComparison.OrdinalIgnoreCase));

    private static void Add(StringBuilder head, string name, string value) =>
        head.Append(name).Append(": ").Append(value).Append("\r\n");
}
