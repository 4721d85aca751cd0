using System.Text.Json;
using System.Text.Json.Serialization;

namespace ThroughputKit.Reporting;

/// <summary>Times in seconds, which any JSON reader can process.</summary>
internal sealed class Seconds : JsonConverter<TimeSpan>
{
    private const decimal MaxSeconds = 9e11m;

    public override TimeSpan Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => Of(reader.GetDecimal());

    public override void Write(Utf8JsonWriter writer, TimeSpan value, JsonSerializerOptions options) => writer.WriteNumberValue(In(value));

    /// <exception cref="JsonException">It is more than a time can be.</exception>
    public static TimeSpan Of(decimal seconds) => Math.Abs(seconds) < MaxSeconds
        ? new TimeSpan((long)(seconds * TimeSpan.TicksPerSecond))
        : throw new JsonException("A time is too long.");

    public static decimal In(TimeSpan time) => (decimal)time.Ticks / TimeSpan.TicksPerSecond;
}
