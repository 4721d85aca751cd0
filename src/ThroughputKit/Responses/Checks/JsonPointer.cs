using System.Globalization;
using System.Text;
using System.Text.Json;

namespace ThroughputKit.Responses.Checks;

/// <summary>A path to a value in JSON text, such as <c>/items/0/id</c> (RFC 6901).</summary>
internal sealed class JsonPointer
{
    private const int NoIndex = -1;

    private readonly (byte[] Name, int Index)[] _steps;

    private JsonPointer((byte[] Name, int Index)[] steps) => _steps = steps;

    /// <summary>Parses a pointer. Returns <see langword="null"/> if its syntax is wrong.</summary>
    public static JsonPointer? TryParse(string text)
    {
        if (text.Length == 0)
        {
            return new JsonPointer([]);
        }

        // A tilde is only the beginning of ~0, a tilde, or ~1, a slash.
        var isValid = text[0] == '/' && text.Split('~').Skip(1).All(after => after is ['0' or '1', ..]);
        return isValid ? new JsonPointer([.. text[1..].Split('/').Select(Step)]) : null;
    }

    /// <summary>Returns the problem with a pointer of wrong syntax.</summary>
    public static Problem WrongSyntax(string text) => new(
        $"The JSON pointer is '{DisplayName.Show(text)}'",
        "names and indexes, each after a slash, such as /items/0/id; or nothing, for the whole body",
        "Within a name, ~0 stands for a tilde and ~1 for a slash. It is RFC 6901, not JSONPath: no '$', '.', '#' or brackets.");

    /// <summary>Moves the reader, which has read nothing yet, to the value. Returns false if there is none.</summary>
    /// <exception cref="JsonException">The text is not JSON.</exception>
    public bool TryFind(ref Utf8JsonReader reader)
    {
        reader.Read();
        foreach (var (name, index) in _steps)
        {
            var isFound = reader.TokenType switch
            {
                JsonTokenType.StartObject => TryFindProperty(ref reader, name),
                JsonTokenType.StartArray => TryFindElement(ref reader, index),
                _ => false,
            };
            if (!isFound)
            {
                return false;
            }
        }

        return true;
    }

    /// <summary>Returns whether a name or a string has this text. One with half of a surrogate pair has no text.</summary>
    public static bool HasText(ref Utf8JsonReader reader, ReadOnlySpan<byte> text)
    {
        try
        {
            return reader.ValueTextEquals(text);
        }
        catch (InvalidOperationException)
        {
            return false;
        }
    }

    private static (byte[] Name, int Index) Step(string token)
    {
        var isIndex = token is "0" or [>= '1' and <= '9', ..] && token.All(char.IsAsciiDigit);
        return (
            Encoding.UTF8.GetBytes(token.Replace("~1", "/", StringComparison.Ordinal).Replace("~0", "~", StringComparison.Ordinal)),
            isIndex && int.TryParse(token, NumberStyles.None, CultureInfo.InvariantCulture, out var index) ? index : NoIndex);
    }

    private static bool TryFindProperty(ref Utf8JsonReader reader, ReadOnlySpan<byte> name)
    {
        while (reader.Read() && reader.TokenType == JsonTokenType.PropertyName)
        {
            var isFound = HasText(ref reader, name);
            reader.Read();
            if (isFound)
            {
                return true;
            }

            reader.Skip();
        }

        return false;
    }

    private static bool TryFindElement(ref Utf8JsonReader reader, int index)
    {
        for (var left = index; left >= 0 && reader.Read() && reader.TokenType != JsonTokenType.EndArray; left--)
        {
            if (left == 0)
            {
                return true;
            }

            reader.Skip();
        }

        return false;
    }
}
