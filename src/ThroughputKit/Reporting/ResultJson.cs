using System.Reflection;
using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;

namespace ThroughputKit.Reporting;

/// <summary>Results as JSON, for machine readers and for later.</summary>
[JsonSourceGenerationOptions(
    GenerationMode = JsonSourceGenerationMode.Metadata,
    WriteIndented = true,
    NewLine = "\n",
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
    NumberHandling = JsonNumberHandling.AllowNamedFloatingPointLiterals,
    UnmappedMemberHandling = JsonUnmappedMemberHandling.Disallow,
    UseStringEnumConverter = true,
    Converters = [typeof(Seconds), typeof(IntervalColumns), typeof(HistogramBuckets), typeof(BatchRow)])]
[JsonSerializable(typeof(ResultDocument))]
internal sealed partial class ResultJson : JsonSerializerContext
{
    private const int Schema = 3;

    private static readonly string _kit =
        typeof(ResultJson).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()!.InformationalVersion.Split('+')[0];

    // The generated part of this class may be initialized later.
    private static readonly Lazy<JsonTypeInfo<ResultDocument>> _document = new(Describe);

    public static string Write(LoadResult result) => Write(new ResultDocument(Schema, _kit) { Result = result });

    public static string Write(LoadComparisonResult comparison) => Write(new ResultDocument(Schema, _kit) { Comparison = comparison });

    /// <exception cref="FormatException">It is not a whole result, or was written by a version with another format.</exception>
    public static LoadResult ReadResult(string json) => Read(json).Result
        ?? throw new FormatException(NotWhole("It has no result"));

    /// <exception cref="FormatException">It is not a whole comparison, or was written by a version with another format.</exception>
    public static LoadComparisonResult ReadComparison(string json) => Read(json).Comparison
        ?? throw new FormatException(NotWhole("It has no comparison"));

    private static ResultDocument Read(string json)
    {
        ArgumentNullException.ThrowIfNull(json);
        try
        {
            using var any = JsonDocument.Parse(json);
            if (any.RootElement is { ValueKind: JsonValueKind.Object } root && root.TryGetProperty("schema", out var schema)
                && (schema.ValueKind != JsonValueKind.Number || !schema.TryGetInt32(out var version) || version != Schema))
            {
                throw new FormatException(new Problem(
                    $"The JSON has schema {schema}",
                    $"schema {Schema}",
                    $"Another version of the kit wrote it; this is {_kit}. Measure again, or read it with that version.").ToString());
            }

            return JsonSerializer.Deserialize(json, _document.Value) ?? throw new JsonException("It is null.");
        }
        catch (Exception e) when (e is JsonException or OverflowException)
        {
            throw new FormatException(NotWhole(e.Message), e);
        }
    }

    private static string NotWhole(string reason) => new Problem(
        $"The JSON can't be read: {reason.Split(" Path: ")[0].TrimEnd('.')}",
        "what ToJson() has written, unchanged",
        "Is the file cut off, or edited, or of something else?").ToString();

    private static string Write(ResultDocument document) => JsonSerializer.Serialize(document, _document.Value);

    private static JsonTypeInfo<ResultDocument> Describe()
    {
        var options = new JsonSerializerOptions(Default.Options) { TypeInfoResolver = Default.WithAddedModifier(LeaveOutUnknown).WithAddedModifier(Require) };
        return (JsonTypeInfo<ResultDocument>)options.GetTypeInfo(typeof(ResultDocument));
    }

    // Their type has no value for what isn't known: the bytes of a scenario.
    private static void LeaveOutUnknown(JsonTypeInfo type)
    {
        foreach (var property in type.Type == typeof(LoadResult) ? type.Properties.Where(p => p.Name is "bytesSent" or "bytesReceived") : [])
        {
            property.ShouldSerialize = (result, _) => ((LoadResult)result).Iterations is null;
        }
    }

    // What is always written must be there, so that nothing is half read.
    private static void Require(JsonTypeInfo type)
    {
        foreach (var property in type.Properties.Where(p => p.Set is not null))
        {
            property.IsRequired = !property.IsSetNullable && property.ShouldSerialize is null;
        }
    }
}
