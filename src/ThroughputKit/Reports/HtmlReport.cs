using System.Text;

namespace ThroughputKit.Reports;

/// <summary>
/// Writes a report as one page that needs nothing else: no scripts, no network, and no styles on elements, so that it can be read under any policy of a build
/// server. That of a result is at most 100 KB.
/// </summary>
internal static class HtmlReport
{
    public const int MaxBytes = 100_000;

    public static string Write(Report report) => Detail.Fitting(report.MaxPageBytes, d => new HtmlPage(report, d).Write(), Encoding.UTF8.GetByteCount);
}
