using System.Globalization;
using System.Text;
using System.Text.Json;

namespace ThroughputKit.Responses.Checks;

/// <summary>Expects a value at a place in a body of JSON. The body is read up to that value, and no document is built.</summary>
/// <param name="pointer">The place, as a JSON pointer.</param>
/// <param name="type">The type of the value; <see cref="JsonTokenType.None"/> for any value.</param>
/// <param name="text">The text of a string, or of a number.</param>
internal sealed class JsonCheck(string pointer, JsonTokenType type = JsonTokenType.None, string text = "") : ResponseCheck
{
    private readonly JsonPointer? _pointer = JsonPointer.TryParse(pointer);
    private readonly byte[] _text = Encoding.UTF8.GetBytes(text);
    private readonly decimal? _number = decimal.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out var number) ? number : null;
    private readonly double _double = double.TryParse(text, CultureInfo.InvariantCulture, out var approximate) ? approximate : double.NaN;

    /// <summary>Expects a text, or JSON's null.</summary>
    public static JsonCheck Of(string pointer, string? value) =>
        new(pointer, value is null ? JsonTokenType.Null : JsonTokenType.String, value ?? "null");

    public static JsonCheck Of(string pointer, bool value) => new(pointer, value ? JsonTokenType.True : JsonTokenType.False, value ? "true" : "false");

    public static JsonCheck OfNumber(string pointer, IFormattable value) =>
        new(pointer, JsonTokenType.Number, value.ToString(format: null, CultureInfo.InvariantCulture));

    public override string Subject => $"the JSON value at '{pointer}'";

    public override string Expectation => type switch
    {
        JsonTokenType.None => "to exist",
        JsonTokenType.String => $"to be \"{text}\"",
        _ => $"to be {text}",
    };

    public override ResponsePart Part => ResponsePart.Body;

    public override bool IsExclusive => type != JsonTokenType.None;

    public override Problem? Problem => _pointer is null
        ? JsonPointer.WrongSyntax(pointer)
        : IsNumber && !double.IsFinite(_double)
            ? new Problem($"ExpectJson expects {text} at '{pointer}'", "a number that JSON can hold", "JSON has no infinity, and nothing that is not a number.")
            : null;

    private bool IsNumber => type == JsonTokenType.Number;

    public override bool IsSameAs(ResponseCheck other) =>
        base.IsSameAs(other) || (IsNumber && other is JsonCheck { IsNumber: true } json && IsSameNumber(json._double, json._number));

    public override string? Fault(in CheckedResponse response, bool explains)
    {
        var body = JsonText.WithoutMark(response.Body);
        if (!JsonText.TryRead(body, isStructure: pointer.Length > 0, out var reader))
        {
            return explains ? $"the body is not {(pointer.Length > 0 ? "a JSON object or array" : "JSON")}: it is {Excerpt.Quoted(body)}" : Unexplained;
        }

        try
        {
            var isFound = _pointer!.TryFind(ref reader);
            return isFound && IsExpected(ref reader) ? null
                : !explains ? Unexplained
                : isFound ? $"it is {Describe(ref reader)}"
                : $"there is none in {Excerpt.Quoted(body)}";
        }
        catch (JsonException e)
        {
            return explains ? $"the body is not JSON: {e.Message.TrimEnd('.')}; it is {Excerpt.Quoted(body)}" : Unexplained;
        }
    }

    private static string Describe(ref Utf8JsonReader reader) => reader.TokenType switch
    {
        JsonTokenType.StartObject => "an object",
        JsonTokenType.StartArray => "an array",
        JsonTokenType.String => $"\"{Excerpt.Of(reader.ValueSpan)}\"",
        _ => Encoding.UTF8.GetString(reader.ValueSpan),
    };

    private bool IsExpected(ref Utf8JsonReader reader)
    {
        switch (type)
        {
            case JsonTokenType.None:
                reader.Skip(); // so that it is a whole value
                return true;
            case JsonTokenType.String:
                return reader.TokenType == type && JsonPointer.HasText(ref reader, _text);
            case JsonTokenType.Number:
                return reader.TokenType == type && (reader.ValueSpan.SequenceEqual(_text)
                    || (reader.TryGetDouble(out var found) && IsSameNumber(found, reader.TryGetDecimal(out var exact) ? exact : null)));
            default:
                return reader.TokenType == type;
        }
    }

    // 7, 7.0 and 70e-1 are the same. Decimals tell long identifiers apart that are one double, doubles tell small numbers apart that are one decimal.
    private bool IsSameNumber(double found, decimal? exact) => found == _double && (_number is null || exact is null || exact == _number);
}
