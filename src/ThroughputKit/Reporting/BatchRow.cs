using System.Globalization;
using System.Text.Json;
using System.Text.Json.Serialization;
using ThroughputKit.Recording;

namespace ThroughputKit.Reporting;

/// <summary>
/// A part of a window in one line: its length in seconds, the number of successes and of latencies, 1 if nothing was in flight at its end, and the mean, the
/// 50th, 90th, 95th, 99th and 99.9th percentile of latency in nanoseconds.
/// </summary>
internal sealed class BatchRow : JsonConverter<Batch>
{
    private const int Columns = 10;

    public override Batch Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options)
    {
        using var json = JsonDocument.ParseValue(ref reader);
        try
        {
            JsonElement[] row = [.. json.RootElement.EnumerateArray()];
            return row.Length != Columns || !Array.TrueForAll(row, n => n.GetDouble() >= 0) ? throw new JsonException("A batch is not whole.")
                : new Batch(Seconds.Of(row[0].GetDecimal()), row[1].GetInt64(), row[4].GetDouble(), row[5].GetInt64(), row[7].GetInt64(), row[8].GetInt64())
                {
                    Latencies = row[2].GetInt64(),
                    IsIdle = row[3].GetInt64() == 1,
                    P90 = row[6].GetInt64(),
                    P999 = row[9].GetInt64(),
                };
        }
        catch (Exception e) when (e is InvalidOperationException or FormatException)
        {
            throw new JsonException("A batch is not a list of numbers.", e);
        }
    }

    public override void Write(Utf8JsonWriter writer, Batch value, JsonSerializerOptions options) => writer.WriteRawValue(string.Create(
        CultureInfo.InvariantCulture,
        $"[{Seconds.In(value.Length)},{value.Succeeded},{value.Latencies},{(value.IsIdle ? 1 : 0)},"
            + $"{value.Mean:R},{value.P50},{value.P90},{value.P95},{value.P99},{value.P999}]"));
}
