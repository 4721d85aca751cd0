using System.Globalization;
using System.Text.Json;
using System.Text.Json.Serialization;
using ThroughputKit.Recording;

namespace ThroughputKit.Reporting;

/// <summary>
/// Latencies in nanoseconds, exactly as they were counted: the buckets that hold any, in one line, each as its smallest value and the number of latencies
/// in it.
/// </summary>
internal sealed class HistogramBuckets : JsonConverter<LatencyHistogram>
{
    private const int Members = 6;

    public override LatencyHistogram Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options)
    {
        using var json = JsonDocument.ParseValue(ref reader);
        try
        {
            var all = json.RootElement;
            var buckets = all.GetProperty("buckets").EnumerateArray().Select(n => n.GetInt64()).Chunk(2).Select(b => (b[0], b[1])).ToArray();
            if (all.GetPropertyCount() != (buckets.Length == 0 ? 1 : Members))
            {
                throw new JsonException("A histogram is not whole.");
            }

            return buckets.Length == 0 ? new LatencyHistogram() : LatencyHistogram.Of(
                buckets,
                all.GetProperty("sum").GetDouble(),
                all.GetProperty("sumOfSquares").GetDouble(),
                all.GetProperty("min").GetInt64(),
                all.GetProperty("max").GetInt64(),
                all.GetProperty("clamped").GetInt64());
        }
        catch (Exception e) when (e is KeyNotFoundException or InvalidOperationException or FormatException or ArgumentException or IndexOutOfRangeException)
        {
            throw new JsonException("A histogram is not whole.", e);
        }
    }

    public override void Write(Utf8JsonWriter writer, LatencyHistogram value, JsonSerializerOptions options)
    {
        writer.WriteStartObject();
        if (value.Count > 0)
        {
            writer.WriteNumber("sum", value.Sum);
            writer.WriteNumber("sumOfSquares", value.SumOfSquares);
            writer.WriteNumber("min", value.Min);
            writer.WriteNumber("max", value.Max);
            writer.WriteNumber("clamped", value.Clamped);
        }

        writer.WritePropertyName("buckets");
        writer.WriteRawValue($"[{string.Join(',', value.Buckets().Select(b => string.Create(CultureInfo.InvariantCulture, $"{b.Low},{b.Count}")))}]");
        writer.WriteEndObject();
    }
}
