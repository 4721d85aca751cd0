using System.Reflection;
using System.Text.Json;
using System.Text.Json.Serialization;

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

    public static string Write(LoadResult result) => Write(new ResultDocument(Schema, _kit) { Result = result });

    public static string Write(LoadComparisonResult comparison) => Write(new ResultDocument(Schema, _kit) { Comparison = comparison });

    private static string Write(ResultDocument document) => JsonSerializer.Serialize(document, Default.ResultDocument);
}
