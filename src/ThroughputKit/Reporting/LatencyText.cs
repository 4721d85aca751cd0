using static System.FormattableString;

namespace ThroughputKit.Reporting;

/// <summary>Formats latencies in milliseconds, as cells of a table. Pure.</summary>
internal static class LatencyText
{
    /// <summary>Returns a percentile; a dash if no request has a latency.</summary>
    public static string Percentile(LatencyFigures latency, double percent) =>
        latency.Count + latency.Unanswered == 0 ? "-" : Ms(latency, latency.Percentile(percent), latency.IsLowerBound(percent));

    /// <summary>Returns one of the latencies' figures; a dash if no request has a latency.</summary>
    public static string Ms(LatencyFigures latency, TimeSpan time, bool isLowerBound = false) => latency.Count + latency.Unanswered == 0 ? "-"
        : Invariant($"{(isLowerBound ? "at least " : "")}{time.TotalMilliseconds:#,0.00}");
}
