using System.Globalization;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace ThroughputKit.Reporting;

/// <summary>The intervals of a result as columns, one per line. As objects, hundreds of them would be most of the document.</summary>
internal sealed class IntervalColumns : JsonConverter<IReadOnlyList<LoadInterval>>
{
    private const int Members = 6;

    // All of them, or none.
    private static readonly (string Name, Func<IntervalMemory, long> Value)[] _memory =
    [
        ("gen0Collections", m => m.Gen0Collections), ("gen1Collections", m => m.Gen1Collections), ("gen2Collections", m => m.Gen2Collections),
        ("gen0Bytes", m => m.Gen0Bytes), ("gen1Bytes", m => m.Gen1Bytes), ("gen2Bytes", m => m.Gen2Bytes), ("largeBytes", m => m.LargeBytes),
    ];

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
            decimal[][] memory = all.TryGetProperty(_memory[0].Name, out _) ? [.. _memory.Select(m => Column(m.Name))] : [];
            decimal[][] columns = [succeeded, failed, mean, max, .. memory];
            if (all.GetPropertyCount() != Members + memory.Length || length < TimeSpan.Zero || last < TimeSpan.Zero
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
                    Memory = memory.Length == 0 ? null : Memory([.. memory.Select(m => (long)m[i])]),
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
            foreach (var (name, of) in value.All(i => i.Memory is not null) ? _memory : [])
            {
                Write(writer, name, value.Select(i => (decimal)of(i.Memory!)));
            }
        }

        writer.WriteEndObject();
    }

    private static IntervalMemory Memory(long[] values) => new()
    {
        Gen0Collections = checked((int)values[0]),
        Gen1Collections = checked((int)values[1]),
        Gen2Collections = checked((int)values[2]),
        Gen0Bytes = values[3],
        Gen1Bytes = values[4],
        Gen2Bytes = values[5],
        LargeBytes = values[6],
    };

    // The writer would put each number on a separate line.
    private static void Write(Utf8JsonWriter writer, string name, IEnumerable<decimal> numbers)
    {
        writer.WritePropertyName(name);
        writer.WriteRawValue($"[{string.Join(',', numbers.Select(n => n.ToString(CultureInfo.InvariantCulture)))}]");
    }
}
