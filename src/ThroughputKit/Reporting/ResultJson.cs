using System.Reflection;
using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;

namespace ThroughputKit.Reporting;

/// <summary>Writes results as JSON for machine readers.</summary>
[JsonSourceGenerationOptions(
    GenerationMode = JsonSourceGenerationMode.Metadata,
    WriteIndented = true,
    NewLine = "\n",
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
    NumberHandling = JsonNumberHandling.AllowNamedFloatingPointLiterals,
    UseStringEnumConverter = true,
    Converters = [typeof(Seconds), typeof(IntervalColumns)])]
[JsonSerializable(typeof(ResultDocument))]
internal sealed partial class ResultJson : JsonSerializerContext
{
    private const int Schema = 2;

    private static readonly string _kit =
        typeof(ResultJson).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()!.InformationalVersion.Split('+')[0];

    // The generated part of this class may be initialized later.
    private static readonly Lazy<JsonTypeInfo<ResultDocument>> _document = new(Describe);

    public static string Write(LoadResult result) => Write(new ResultDocument(Schema, _kit) { Result = result });

    public static string Write(LoadComparisonResult comparison) => Write(new ResultDocument(Schema, _kit) { Comparison = comparison });

    private static string Write(ResultDocument document) => JsonSerializer.Serialize(document, _document.Value);

    private static JsonTypeInfo<ResultDocument> Describe()
    {
        var options = new JsonSerializerOptions(Default.Options) { TypeInfoResolver = Default.WithAddedModifier(LeaveOutUnknown) };
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
}
