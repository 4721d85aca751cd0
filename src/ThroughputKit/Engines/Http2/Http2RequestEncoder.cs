using System.Text;
using ThroughputKit.Responses.Checks;

namespace ThroughputKit.Engines.Http2;

/// <summary>Encodes a request of HTTP/1.1, which the kit has encoded, for HTTP/2. One that is always the same is encoded once, before the load.</summary>
internal static class Http2RequestEncoder
{
    private const int Least = 64; // for what stands in no header line

    /// <param name="request">The request.</param>
    /// <param name="isHead">Whether it is a HEAD.</param>
    /// <param name="isSecure">Whether it is sent over TLS.</param>
    /// <param name="room">Where its header block is written, and stays until the next request. An array that is too small is replaced.</param>
    public static Http2Request Encode(ReadOnlyMemory<byte> request, bool isHead, bool isSecure, ref byte[] room)
    {
        var bytes = request.Span;
        var lineEnd = bytes.IndexOf("\r\n"u8);
        var headEnd = bytes.IndexOf("\r\n\r\n"u8);
        if (room.Length < Least + (3 * headEnd))
        {
            room = new byte[2 * (Least + (3 * headEnd))];
        }

        var line = bytes[..lineEnd];
        var head = bytes[Math.Min(lineEnd + 2, headEnd)..headEnd];
        var fields = head;
        var writer = new HpackWriter(room);
        writer.Write(":method"u8, line[..line.IndexOf((byte)' ')]);
        writer.Write(":scheme"u8, isSecure ? "https"u8 : "http"u8);
        if (HeadFields.TryNext(ref fields, "host"u8, out var host))
        {
            writer.Write(":authority"u8, host);
        }

        writer.Write(":path"u8, line[(line.IndexOf((byte)' ') + 1)..line.LastIndexOf((byte)' ')]);
        foreach (var field in head.Split("\r\n"u8))
        {
            WriteField(ref writer, head[field], room.AsSpan(^head.Length..));
        }

        return new Http2Request(room.AsMemory(0, writer.Length), request[(headEnd + 4)..], isHead);
    }

    private static void WriteField(ref HpackWriter writer, ReadOnlySpan<byte> field, Span<byte> lower)
    {
        var colon = field.IndexOf((byte)':');
        if (colon <= 0)
        {
            return;
        }

        var name = lower[..colon];
        Ascii.ToLower(field[..colon], name, out _);
        var value = field[(colon + 1)..].Trim(" \t"u8);
        var isLeftOut = Http2Fields.IsOfConnection(name) || name.SequenceEqual("host"u8) || (name.SequenceEqual("te"u8) && !value.SequenceEqual("trailers"u8));
        if (!isLeftOut)
        {
            writer.Write(name, value);
        }
    }
}
