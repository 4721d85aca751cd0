using System.Text.Json;
using System.Text.Json.Serialization;

namespace ThroughputKit.Reporting;

/// <summary>Writes times in seconds, which any JSON reader can process.</summary>
internal sealed class Seconds : JsonConverter<TimeSpan>
{
    public override TimeSpan Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => TimeSpan.FromSeconds(reader.GetDouble());

    public override void Write(Utf8JsonWriter writer, TimeSpan value, JsonSerializerOptions options) => writer.WriteNumberValue(In(value));

    public static decimal In(TimeSpan time) => (decimal)time.Ticks / TimeSpan.TicksPerSecond;
}
