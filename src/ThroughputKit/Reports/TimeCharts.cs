namespace ThroughputKit.Reports;

internal static class TimeCharts { public static IEnumerable<ReportChart> Of(LoadResult result) => []; }
