namespace ThroughputKit.Reports;

internal static class RatioChart {
 public static IEnumerable<ReportChart> Of(LoadComparisonResult result, IReadOnlyList<ReportOutcome> outcomes) => [];
 public static IEnumerable<ReportChart> Of(LoadExperimentResult result) => []; }
