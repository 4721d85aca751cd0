using System.Net;
using System.Text;

namespace ThroughputKit.Engines.Client.Messages;

/// <summary>Makes messages for the framework's client of the bytes of requests.</summary>
internal static class RequestMessage
{
    private static readonly UriCreationOptions _asItIs = new() { DangerousDisablePathAndQueryCanonicalization = true };

    /// <param name="bytes">A whole request over HTTP/1.1, which stays until its response has come.</param>
    /// <param name="address">The app's address.</param>
    /// <param name="protocol">The version to send it with.</param>
    public static HttpRequestMessage Of(ReadOnlyMemory<byte> bytes, Uri address, LoadProtocol protocol)
    {
        var end = bytes.Span.IndexOf("\r\n\r\n"u8);
        var lines = Encoding.Latin1.GetString(bytes.Span[..end]).Split("\r\n");
        var (path, version) = (lines[0].IndexOf(' ', StringComparison.Ordinal) + 1, lines[0].LastIndexOf(' '));
        var target = new Uri($"{address.Scheme}://{address.Authority}{lines[0][path..version]}", _asItIs);
        var message = new HttpRequestMessage(new HttpMethod(lines[0][..(path - 1)]), target)
        {
            Version = protocol == LoadProtocol.Http2 ? HttpVersion.Version20 : HttpVersion.Version11,
            VersionPolicy = HttpVersionPolicy.RequestVersionExact,
        };
        foreach (var line in lines.AsSpan(1))
        {
            var colon = line.IndexOf(':', StringComparison.Ordinal);
            var (name, value) = (line[..colon], line[(colon + 2)..]);
            if (!message.Headers.TryAddWithoutValidation(name, value))
            {
                message.Content ??= new ReadOnlyMemoryContent(bytes[(end + "\r\n\r\n".Length)..]);
                message.Content.Headers.TryAddWithoutValidation(name, value);
            }
        }

        return message;
    }
}
