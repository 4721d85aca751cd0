using System.Text.Json;
using System.Text.Json.Serialization;

namespace ThroughputKit.Baselines;

/// <summary>How baselines are written as JSON: so that a change of one figure is a change of one line.</summary>
[JsonSourceGenerationOptions(
    JsonSerializerDefaults.Strict,
    WriteIndented = true,
    NewLine = "\n",
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
    UseStringEnumConverter = true)]
[JsonSerializable(typeof(BaselineDocument))]
internal sealed partial class BaselineJson : JsonSerializerContext;
