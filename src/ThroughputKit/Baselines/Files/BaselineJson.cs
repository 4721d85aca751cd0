using System.Text.Json;
using System.Text.Json.Serialization;

namespace ThroughputKit.Baselines.Files;

/// <summary>Defines the JSON format of baselines. Each figure is on its own line, so that changing one figure changes one line.</summary>
[JsonSourceGenerationOptions(
    JsonSerializerDefaults.Strict,
    WriteIndented = true,
    NewLine = "\n",
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
    UseStringEnumConverter = true)]
[JsonSerializable(typeof(BaselineDocument))]
internal sealed partial class BaselineJson : JsonSerializerContext;
