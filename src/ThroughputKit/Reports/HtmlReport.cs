namespace ThroughputKit.Reports;

internal static class HtmlReport { public static string Write(Report report) => ""; }
