using System.Text.Json;
using System.Text.Unicode;
using ThroughputKit.Responses.Checks;

namespace ThroughputKit.Requests.Chains;

/// <summary>Takes a value from a body of JSON: the text of a string, or a number, true or false as it stands there.</summary>
internal sealed class JsonSource(string name, string pointer) : ValueSource(name)
{
    // Each byte of a text may be written as an escape of six, such as \u0041.
    private const int MaxWritten = 6 * ValueBuffer.MaxLength;

    private readonly JsonPointer? _pointer = JsonPointer.TryParse(pointer);
    private readonly string _nothing = $"the JSON has nothing at '{pointer}'";
    private readonly string _notUtf8 = $"the JSON text at '{pointer}' is not UTF-8";
    private readonly string _noText = $"the JSON value at '{pointer}' is no text, number, true or false";

    public override ResponsePart Part => ResponsePart.Body;

    public override Problem? Problem => _pointer is null ? JsonPointer.WrongSyntax(pointer) : null;

    public override string? Take(in CheckedResponse response, ValueBuffer value)
    {
        try
        {
            return !JsonText.TryRead(response.Body, isStructure: pointer.Length > 0, out var reader) ? "the body is not JSON"
                : !_pointer!.TryFind(ref reader) ? _nothing
                : Take(ref reader, value);
        }
        catch (JsonException)
        {
            return "the body is not JSON";
        }
    }

    private string? Take(ref Utf8JsonReader reader, ValueBuffer value)
    {
        switch (reader.TokenType)
        {
            case JsonTokenType.Number or JsonTokenType.True or JsonTokenType.False:
                return value.Set(reader.ValueSpan);
            case JsonTokenType.String when !Utf8.IsValid(reader.ValueSpan):
                return _notUtf8;
            case JsonTokenType.String when reader.ValueSpan.Length > MaxWritten:
                return ValueSource.TooLong;
            case JsonTokenType.String when !reader.ValueIsEscaped:
                return value.Set(reader.ValueSpan);
            case JsonTokenType.String:
                return TakeEscaped(ref reader, value);
            default:
                return _noText;
        }
    }

    private string? TakeEscaped(ref Utf8JsonReader reader, ValueBuffer value)
    {
        try
        {
            var length = reader.CopyString(value.Room(reader.ValueSpan.Length));
            value.Keep(length);
            return length > ValueBuffer.MaxLength ? TooLong : null;
        }
        catch (InvalidOperationException) // half of a surrogate pair
        {
            return _noText;
        }
    }
}
