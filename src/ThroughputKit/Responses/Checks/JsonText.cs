using System.Buffers;
using System.Text.Json;

namespace ThroughputKit.Responses.Checks;

/// <summary>Reads a body of JSON where it stands; no document is built.</summary>
internal static class JsonText
{
    // Far more than anything sends. Beyond 64 levels the reader allocates.
    private const int MaxDepth = 1_000;

    // What doesn't begin with one of these isn't JSON, or has nothing at a pointer. That is told without an exception, which would cost much for each of many
    // error pages.
    private static readonly SearchValues<byte> _beginnings = SearchValues.Create("{[\"-0123456789tfn"u8), _structures = SearchValues.Create("{["u8);

    private static ReadOnlySpan<byte> ByteOrderMark => [0xEF, 0xBB, 0xBF];

    public static ReadOnlySpan<byte> WithoutMark(ReadOnlySpan<byte> body) => body.StartsWith(ByteOrderMark) ? body[ByteOrderMark.Length..] : body;

    /// <summary>Begins to read a body. Returns false if its beginning can't be that of JSON.</summary>
    /// <param name="body">The body, which may begin with a byte order mark.</param>
    /// <param name="isStructure">Whether it must be an object or an array.</param>
    /// <param name="reader">The reader, which has read nothing yet.</param>
    public static bool TryRead(ReadOnlySpan<byte> body, bool isStructure, out Utf8JsonReader reader)
    {
        body = WithoutMark(body);
        var start = body.TrimStart(" \t\r\n"u8);
        var isPossible = !start.IsEmpty && (isStructure ? _structures : _beginnings).Contains(start[0]);
        reader = isPossible ? new Utf8JsonReader(body, new JsonReaderOptions { MaxDepth = MaxDepth }) : default;
        return isPossible;
    }
}
