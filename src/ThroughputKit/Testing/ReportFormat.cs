namespace ThroughputKit.Testing;

/// <summary>The formats of a test's reports, by the words that the environment has for them.</summary>
internal enum ReportFormat
{
    Html,
    Json,
    Md,
    Junit,
    Csv,
}
