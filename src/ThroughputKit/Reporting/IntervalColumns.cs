using System.Globalization;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace ThroughputKit.Reporting;

/// <summary>
/// Writes the intervals of a result as columns, one per line. As objects, hundreds of them would be most of the document. Nothing reads them back yet.
/// </summary>
internal sealed class IntervalColumns : JsonConverter<IReadOnlyList<LoadInterval>>
{
    public override IReadOnlyList<LoadInterval> Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        throw new NotSupportedException();

    public override void Write(Utf8JsonWriter writer, IReadOnlyList<LoadInterval> value, JsonSerializerOptions options)
    {
        writer.WriteStartObject();
        if (value.Count > 0)
        {
            writer.WriteNumber("length", Seconds.In(value[0].Length));
            writer.WriteNumber("lastLength", Seconds.In(value[^1].Length));
            Column(writer, "succeeded", value.Select(i => (decimal)i.Succeeded));
            Column(writer, "failed", value.Select(i => (decimal)i.Failed));
            Column(writer, "meanLatency", value.Select(i => Seconds.In(i.MeanLatency)));
            Column(writer, "maxLatency", value.Select(i => Seconds.In(i.MaxLatency)));
        }

        writer.WriteEndObject();
    }

    // The writer would put each number on a separate line.
    private static void Column(Utf8JsonWriter writer, string name, IEnumerable<decimal> numbers)
    {
        writer.WritePropertyName(name);
        writer.WriteRawValue($"[{string.Join(',', numbers.Select(n => n.ToString(CultureInfo.InvariantCulture)))}]");
    }
}
