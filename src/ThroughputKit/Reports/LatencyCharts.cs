namespace ThroughputKit.Reports;

internal static class LatencyCharts {
 public static IEnumerable<ReportChart> Percentiles(IReadOnlyList<(string Name, LatencyFigures Latency)> sides) => [];
 public static IEnumerable<ReportChart> Distributions(IReadOnlyList<(string Name, LatencyFigures Latency)> sides) => []; }
