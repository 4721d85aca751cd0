using System.Buffers;
using System.Text.Encodings.Web;
using System.Text.Json;

namespace ThroughputKit.Requests.Data;

/// <summary>Writes UTF-8 values as they may stand in a request. Allocates nothing for values that may stand there.</summary>
internal static class Escaping
{
    private static readonly SearchValues<byte> _unreserved =
        SearchValues.Create("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"u8);

    /// <summary>Returns whether a value is the same when it is escaped.</summary>
    public static bool IsPlain(ValuePlace place, ReadOnlySpan<byte> value) => place switch
    {
        ValuePlace.Path or ValuePlace.PathPart or ValuePlace.Query => !value.ContainsAnyExcept(_unreserved),
        ValuePlace.JsonText => JavaScriptEncoder.UnsafeRelaxedJsonEscaping.FindFirstCharacterToEncodeUtf8(value) < 0,
        _ => true,
    };

    /// <summary>Returns the maximum length of a value of this length once it is escaped.</summary>
    public static int MaxLength(ValuePlace place, int length) => place switch
    {
        ValuePlace.Path or ValuePlace.PathPart or ValuePlace.Query => 3 * length,
        ValuePlace.JsonText => 6 * length,
        _ => length,
    };

    /// <summary>Writes a value, escaped for its place, and returns the number of bytes written.</summary>
    public static int Write(ValuePlace place, ReadOnlySpan<byte> value, Span<byte> destination)
    {
        switch (place)
        {
            case ValuePlace.Path or ValuePlace.PathPart or ValuePlace.Query:
                return WritePercent(value, destination);
            case ValuePlace.JsonText:
                JavaScriptEncoder.UnsafeRelaxedJsonEscaping.EncodeUtf8(value, destination, out _, out var written);
                return written;
            default:
                value.CopyTo(destination);
                return value.Length;
        }
    }

    /// <summary>Returns what may stand in a place, if this value may not: it would break out of it; <see langword="null"/> if it may.</summary>
    public static string? Refuse(ValuePlace place, ReadOnlySpan<byte> value) => place switch
    {
        ValuePlace.Path when value.IsEmpty || value.SequenceEqual("."u8) || value.SequenceEqual(".."u8) =>
            "in a path, any value except none, . and .., which make other paths",
        ValuePlace.PathPart when !value.ContainsAnyExcept((byte)'.') =>
            "in a path, beside nothing but other values and dots, a value with more than dots: . and .. stand for other paths",
        ValuePlace.Target when !value.StartsWith("/"u8) || value.StartsWith("//"u8) || !IsTarget(value) =>
            "for a whole path, a path of the app with its query, such as /products?page=2, without spaces and '#', in printable ASCII",
        ValuePlace.Raw when !IsTarget(value) => "as it is in a path or a query, printable ASCII without spaces and '#'",
        ValuePlace.Header when value.ContainsAnyExceptInRange((byte)' ', (byte)'~') => "in a header, printable ASCII without line breaks",
        ValuePlace.JsonValue when !IsJson(value) => "in a JSON body, outside of quotes, a JSON value such as 5 or true",
        _ => null,
    };

    private static int WritePercent(ReadOnlySpan<byte> value, Span<byte> destination)
    {
        var written = 0;
        foreach (var one in value)
        {
            if (_unreserved.Contains(one))
            {
                destination[written++] = one;
                continue;
            }

            destination[written++] = (byte)'%';
            destination[written++] = "0123456789ABCDEF"u8[one >> 4];
            destination[written++] = "0123456789ABCDEF"u8[one & 15];
        }

        return written;
    }

    private static bool IsTarget(ReadOnlySpan<byte> value) => !value.ContainsAnyExceptInRange((byte)'!', (byte)'~') && !value.Contains((byte)'#');

    private static bool IsJson(ReadOnlySpan<byte> value)
    {
        try
        {
            var reader = new Utf8JsonReader(value);
            return reader.Read() && reader.TrySkip() && !reader.Read();
        }
        catch (JsonException)
        {
            return false;
        }
    }
}
