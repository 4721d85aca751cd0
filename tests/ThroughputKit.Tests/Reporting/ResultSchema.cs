using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Schema;
using System.Text.Json.Serialization.Metadata;
using System.Text.RegularExpressions;
using ThroughputKit.Recording;
using ThroughputKit.Reporting;

namespace ThroughputKit.Tests.Reporting;

/// <summary>Writes the JSON Schema of results, from the contract by which they are written and read.</summary>
internal sealed partial class ResultSchema
{
    private static readonly JsonSerializerOptions _lines = new() { WriteIndented = true, NewLine = "\n" };

    private readonly JsonObject _definitions = [];

    /// <summary>Returns the schema, with each object that has no others in one line.</summary>
    public static string Write() => Leaf().Replace(new ResultSchema().Document().ToJsonString(_lines), leaf => Space().Replace(leaf.Value, " ")) + "\n";

    private JsonObject Document()
    {
        var document = Object(ResultJson.Options.GetTypeInfo(typeof(ResultDocument)));
        var properties = document["properties"]!.AsObject();
        properties["schema"] = new JsonObject { ["const"] = ResultJson.Schema };
        return new JsonObject(
        [
            new("$schema", "https://json-schema.org/draft/2020-12/schema"),
            new("title", "A result of ThroughputKit"),
            .. document.Select(p => KeyValuePair.Create(p.Key, p.Value?.DeepClone())),
            new("oneOf", new JsonArray([.. properties.Skip(2).Select(p => new JsonObject { ["required"] = new JsonArray(p.Key) })])),
            new("$defs", _definitions),
        ]);
    }

    private JsonObject Object(JsonTypeInfo type) => new()
    {
        ["type"] = "object",
        ["properties"] = new JsonObject(type.Properties.Select(p => KeyValuePair.Create(p.Name, (JsonNode?)Of(p.PropertyType)))),
        ["required"] = new JsonArray([.. type.Properties.Where(p => p.IsRequired || p.AssociatedParameter is { HasDefaultValue: false }).Select(p => JsonValue.Create(p.Name))]),
        ["additionalProperties"] = false,
    };

    private JsonNode Of(Type maybe)
    {
        var type = Nullable.GetUnderlyingType(maybe) ?? maybe;
        var contract = ResultJson.Options.GetTypeInfo(type);
        return contract.Kind switch
        {
            JsonTypeInfoKind.Object => Reference(contract),
            JsonTypeInfoKind.Enumerable => List(Of(type.GetGenericArguments()[0])),
            JsonTypeInfoKind.Dictionary => new JsonObject { ["type"] = "object", ["additionalProperties"] = Of(type.GetGenericArguments()[1]) },
            _ when type == typeof(TimeSpan) => Numbers("seconds"),
            _ when type == typeof(Batch) => List(Numbers()),
            _ when type == typeof(LatencyHistogram) => Columns(
                "Nanoseconds. The buckets are, in turn, the lowest latency of a bucket and the number of latencies in it.",
                "buckets", "sum", "sumOfSquares", "min", "max", "clamped"),
            _ when type == typeof(IReadOnlyList<LoadInterval>) => Columns(
                "The length of an interval, that of the last one, and for each figure a list with one for each interval. Times are in seconds. "
                    + "Collections and bytes are there if they are known.",
                "succeeded failed meanLatency maxLatency gen0Collections gen1Collections gen2Collections gen0Bytes gen1Bytes gen2Bytes largeBytes",
                "length", "lastLength"),
            _ => ResultJson.Options.GetJsonSchemaAsNode(type, new() { TreatNullObliviousAsNonNullable = true }),
        };
    }

    // Types have a definition each, because they occur in many places.
    private JsonObject Reference(JsonTypeInfo type)
    {
        var name = type.Type.Name.Split('`')[0];
        if (_definitions.TryAdd(name, null))
        {
            _definitions[name] = Object(type);
        }

        return new JsonObject { ["$ref"] = $"#/$defs/{name}" };
    }

    private static JsonObject List(JsonNode items) => new() { ["type"] = "array", ["items"] = items };

    private static JsonObject Numbers(string? unit = null) => unit is null ? new() { ["type"] = "number" } : new() { ["type"] = "number", ["description"] = unit };

    // What a converter writes.
    private static JsonObject Columns(string description, string lists, params string[] numbers) => new()
    {
        ["type"] = "object",
        ["description"] = description,
        ["properties"] = new JsonObject(
        [
            .. numbers.Select(n => KeyValuePair.Create(n, (JsonNode?)Numbers())),
            .. lists.Split(' ').Select(l => KeyValuePair.Create(l, (JsonNode?)List(Numbers()))),
        ]),
        ["additionalProperties"] = false,
    };

    [GeneratedRegex(@"[{\[][^{}\[\]]*[}\]]")]
    private static partial Regex Leaf();

    [GeneratedRegex(@"\n *")]
    private static partial Regex Space();
}
