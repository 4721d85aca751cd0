using System.Globalization;
using System.Text;
using ThroughputKit.Reporting;

namespace ThroughputKit.Reports;

/// <summary>
/// Writes the figures of a report as tables with commas (RFC 4180), whose columns are the same for every result. Numbers are as exact as they are known. What
/// isn't known is empty. Text that a spreadsheet would take for a formula begins with an apostrophe.
/// </summary>
internal static class CsvReport
{
    private const int MaxText = 1_000;

    private const string Formula = "=+-@\t\r";

    private static readonly (string Name, Func<EndpointRow, string> Cell)[] _endpoint =
    [
        ("part", r => Text(r.Part)), ("name", r => Text(r.Name)),
        ("sent", r => Count(r.Sent)), ("succeeded", r => Count(r.Succeeded)), ("failed", r => Count(r.Failed)),
        ("in_flight_at_end", r => Count(r.InFlightAtEnd)), ("rps", r => Number(r.Rps)),
        ("mean_ms", r => Ms(r.Latency?.Mean ?? r.Mean)), ("p50_ms", r => Ms(r.Latency?.P50 ?? r.P50)), ("p75_ms", r => Ms(r.Latency?.P75)),
        ("p90_ms", r => Ms(r.Latency?.P90)), ("p95_ms", r => Ms(r.Latency?.P95)), ("p99_ms", r => Ms(r.Latency?.P99 ?? r.P99)),
        ("p99_9_ms", r => Ms(r.Latency?.P999)), ("p99_99_ms", r => Ms(r.Latency?.P9999)), ("max_ms", r => Ms(r.Latency?.Max)),
        ("unanswered", r => Count(r.Latency?.Unanswered)), ("allocated_bytes_per_request", r => Number(r.AllocatedBytesPerRequest)),
        ("database_commands_per_request", r => Number(r.DatabaseCommandsPerRequest)), ("http_requests_per_request", r => Number(r.HttpRequestsPerRequest)),
        ("exceptions_per_request", r => Number(r.ExceptionsPerRequest)),
        ("cpu_us_per_request", r => Number(r.CpuTimePerRequest?.TotalMicroseconds)), ("rate", r => Number(r.Rate)),
        ("ratio", r => Number(r.Ratio?.Value)), ("ratio_low", r => Number(r.Ratio is { HasInterval: true } ratio ? ratio.Low : null)),
        ("ratio_high", r => Number(r.Ratio is { HasInterval: true } ratio ? ratio.High : null)), ("verdict", r => Text(r.Verdict)),
    ];

    private static readonly (string Name, Func<IntervalRow, string> Cell)[] _interval =
    [
        ("part", r => Text(r.Part)), ("start_s", r => Number(r.Interval.Start.TotalSeconds)), ("length_s", r => Number(r.Interval.Length.TotalSeconds)),
        ("succeeded", r => Count(r.Interval.Succeeded)), ("failed", r => Count(r.Interval.Failed)), ("rps", r => Number(r.Interval.Rps)),
        ("mean_ms", r => Ms(Latency(r, i => i.MeanLatency))), ("max_ms", r => Ms(Latency(r, i => i.MaxLatency))),
        ("gen0_collections", r => Count(r.Interval.Memory?.Gen0Collections)), ("gen1_collections", r => Count(r.Interval.Memory?.Gen1Collections)),
        ("gen2_collections", r => Count(r.Interval.Memory?.Gen2Collections)), ("gen0_bytes", r => Count(r.Interval.Memory?.Gen0Bytes)),
        ("gen1_bytes", r => Count(r.Interval.Memory?.Gen1Bytes)), ("gen2_bytes", r => Count(r.Interval.Memory?.Gen2Bytes)),
        ("large_bytes", r => Count(r.Interval.Memory?.LargeBytes)),
    ];

    /// <summary>Returns a row for each endpoint, side, variant or step.</summary>
    public static string Endpoints(Report report) => Write(_endpoint, report.EndpointRows);

    /// <summary>Returns a row for each interval.</summary>
    public static string Intervals(Report report) => Write(_interval, report.IntervalRows);

    // Where nothing succeeded, there is none.
    private static TimeSpan? Latency(IntervalRow row, Func<LoadInterval, TimeSpan> latency) => row.Interval.Succeeded > 0 ? latency(row.Interval) : null;

    private static string Write<T>((string Name, Func<T, string> Cell)[] columns, IReadOnlyList<T> rows)
    {
        var text = new StringBuilder();
        text.AppendJoin(',', columns.Select(c => c.Name)).Append("\r\n");
        foreach (var row in rows)
        {
            text.AppendJoin(',', columns.Select(c => c.Cell(row))).Append("\r\n");
        }

        return text.ToString();
    }

    private static string Text(string text)
    {
        var shown = Visible.Line(text, MaxText);
        var guarded = text is [var first, ..] && Formula.Contains(first, StringComparison.Ordinal) ? $"'{shown}" : shown;
        return guarded.AsSpan().IndexOfAny(",\"\r\n") < 0 ? guarded : $"\"{guarded.Replace("\"", "\"\"", StringComparison.Ordinal)}\"";
    }

    private static string Count(long? count) => count?.ToString(CultureInfo.InvariantCulture) ?? "";

    private static string Number(double? number) => number?.ToString("R", CultureInfo.InvariantCulture) ?? "";

    // A tick is a ten-thousandth.
    private static string Ms(TimeSpan? time) => time is { } known
        ? ((decimal)known.Ticks / TimeSpan.TicksPerMillisecond).ToString("0.####", CultureInfo.InvariantCulture)
        : "";
}
