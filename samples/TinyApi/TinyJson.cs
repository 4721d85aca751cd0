using System.Text.Json;
using System.Text.Json.Serialization;

namespace TinyApi;

[JsonSourceGenerationOptions(JsonSerializerDefaults.Web)]
[JsonSerializable(typeof(Greeting))]
internal sealed partial class TinyJson : JsonSerializerContext;
