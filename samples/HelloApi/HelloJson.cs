using System.Text.Json;
using System.Text.Json.Serialization;

namespace HelloApi;

[JsonSourceGenerationOptions(JsonSerializerDefaults.Web)]
[JsonSerializable(typeof(Greeting))]
[JsonSerializable(typeof(Order))]
[JsonSerializable(typeof(Receipt))]
public sealed partial class HelloJson : JsonSerializerContext;
