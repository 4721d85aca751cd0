using System.Text.Json;
using System.Text.Json.Serialization.Metadata;

namespace ThroughputKit.Requests;

/// <summary>An object serialized to JSON once, or the reason why that failed.</summary>
internal readonly record struct JsonBody(byte[]? Bytes, Problem? Problem)
{
    public const string MediaType = "application/json; charset=utf-8";

    public static JsonBody Write<T>(T body, JsonSerializerOptions options) =>
        Write(body, () => JsonSerializer.SerializeToUtf8Bytes(body, options));

    public static JsonBody Write<T>(T body, JsonTypeInfo<T> typeInfo) =>
        Write(body, () => JsonSerializer.SerializeToUtf8Bytes(body, typeInfo));

    private static JsonBody Write<T>(T body, Func<byte[]> write)
    {
        if (BodyRule.Check(body) is { } refused)
        {
            return new JsonBody(Bytes: null, refused);
        }

        try
        {
            return new JsonBody(write(), Problem: null);
        }
        catch (Exception e)
        {
            // Any exception from a getter or a converter is reported to the user, with all other problems of the plan.
            return new JsonBody(Bytes: null, new Problem(
                $"The JSON body of type {Readable.Type(typeof(T))} could not be written: {e.Message}",
                "an object that System.Text.Json can write",
                "Does it have a cycle, an unsupported type or a getter that throws? "
                    + "Send a smaller object, pass serializer options or metadata, or give the text with WithJsonText."));
        }
    }
}
