using System.Globalization;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace ThroughputKit.Reporting;

/// <summary>The intervals of a result as columns, one per line. As objects, hundreds of them would be most of the document.</summary>
internal sealed class IntervalColumns : JsonConverter<IReadOnlyList<LoadInterval>>
{
    private const int Members = 6;

    public override IReadOnlyList<LoadInterval> Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options)
    {
        using var json = JsonDocument.ParseValue(ref reader);
        var all = json.RootElement;
        try
        {
            if (all.GetPropertyCount() == 0)
            {
                return [];
            }

            var (length, last) = (Seconds.Of(all.GetProperty("length").GetDecimal()), Seconds.Of(all.GetProperty("lastLength").GetDecimal()));
            var (succeeded, failed) = (Column("succeeded"), Column("failed"));
            var (mean, max) = (Column("meanLatency"), Column("maxLatency"));
            decimal[][] columns = [succeeded, failed, mean, max];
            if (all.GetPropertyCount() != Members || length < TimeSpan.Zero || last < TimeSpan.Zero
                || Array.Exists(columns, c => c.Length != succeeded.Length || Array.Exists(c, n => n < 0)))
            {
                throw new JsonException("The intervals are not whole.");
            }

            return
            [
                .. succeeded.Select((count, i) => new LoadInterval
                {
                    Start = i * length,
                    Length = i == succeeded.Length - 1 ? last : length,
                    Succeeded = (long)count,
                    Failed = (long)failed[i],
                    MeanLatency = Seconds.Of(mean[i]),
                    MaxLatency = Seconds.Of(max[i]),
                }),
            ];
        }
        catch (Exception e) when (e is KeyNotFoundException or InvalidOperationException or FormatException or OverflowException)
        {
            throw new JsonException("The intervals are not whole.", e);
        }

        decimal[] Column(string name) => [.. all.GetProperty(name).EnumerateArray().Select(n => n.GetDecimal())];
    }

    public override void Write(Utf8JsonWriter writer, IReadOnlyList<LoadInterval> value, JsonSerializerOptions options)
    {
        writer.WriteStartObject();
        if (value.Count > 0)
        {
            writer.WriteNumber("length", Seconds.In(value[0].Length));
            writer.WriteNumber("lastLength", Seconds.In(value[^1].Length));
            Write(writer, "succeeded", value.Select(i => (decimal)i.Succeeded));
            Write(writer, "failed", value.Select(i => (decimal)i.Failed));
            Write(writer, "meanLatency", value.Select(i => Seconds.In(i.MeanLatency)));
            Write(writer, "maxLatency", value.Select(i => Seconds.In(i.MaxLatency)));
        }

        writer.WriteEndObject();
    }

    // The writer would put each number on a separate line.
    private static void Write(Utf8JsonWriter writer, string name, IEnumerable<decimal> numbers)
    {
        writer.WritePropertyName(name);
        writer.WriteRawValue($"[{string.Join(',', numbers.Select(n => n.ToString(CultureInfo.InvariantCulture)))}]");
    }
}
