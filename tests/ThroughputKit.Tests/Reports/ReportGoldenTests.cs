using ThroughputKit.Reporting;
using ThroughputKit.Reports;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Reports;

/// <summary>Reports as they were approved, in each format.</summary>
public class ReportGoldenTests
{
    private const string Command = "THROUGHPUTKIT_APPROVE=1 dotnet test -c Release tests/ThroughputKit.Tests --filter FullyQualifiedName~ReportGoldenTests";

    private const string Host = "build-7";

    private static readonly DateTimeOffset _now = new(2026, 11, 28, 2, 0, 0, TimeSpan.Zero);

    private static readonly Dictionary<string, Report> _reports = new(StringComparer.Ordinal)
    {
        ["run"] = RunReport.Of(ReportSamples.Run()).WrittenAt(_now, Host),
        ["comparison"] = ComparisonReport.Of(ReportSamples.Comparison()).WrittenAt(_now, Host),
        ["experiment"] = ExperimentReport.Of(ReportSamples.Experiment()).WrittenAt(_now, Host),
        ["search"] = SearchReport.Of(ReportSamples.Search()).WrittenAt(_now, Host),
    };

    [Theory]
    [InlineData("run", ".html")] // the sample of the documentation
    [InlineData("run", ".md")]
    [InlineData("run", ".xml")]
    [InlineData("run", ".csv")]
    [InlineData("run", ".intervals.csv")]
    [InlineData("comparison", ".html")]
    [InlineData("comparison", ".md")]
    [InlineData("comparison", ".xml")]
    [InlineData("comparison", ".csv")]
    [InlineData("experiment", ".html")]
    [InlineData("experiment", ".md")]
    [InlineData("experiment", ".xml")]
    [InlineData("experiment", ".csv")]
    [InlineData("search", ".html")]
    [InlineData("search", ".md")]
    [InlineData("search", ".csv")]
    public void A_report_is_as_it_was_approved(string kind, string extension)
    {
        var report = _reports[kind];
        var text = extension switch
        {
            ".html" => HtmlReport.Write(report),
            ".md" => MarkdownReport.Write(report),
            ".xml" => JUnitReport.Write(report, _now, Host),
            ".csv" => CsvReport.Endpoints(report),
            _ => CsvReport.Intervals(report),
        };
        text = text.Replace($"ThroughputKit {ResultJson.Kit}", "ThroughputKit", StringComparison.Ordinal);
        var file = (kind, extension) == ("run", ".html")
            ? Path.Combine(Repository.Root, "docs", "report.html")
            : Path.Combine(Repository.Root, "tests", "ThroughputKit.Tests", "Reports", "Golden", kind + extension);
        if (Environment.GetEnvironmentVariable("THROUGHPUTKIT_APPROVE") is "1" or "true")
        {
            Assert.True(Environment.GetEnvironmentVariable("CI") != "true", "Approve where somebody looks through the changes and commits them: CI is true.");
            File.WriteAllText(file, text);
            return;
        }

        Assert.True(
            File.Exists(file) && File.ReadAllText(file).ReplaceLineEndings() == text.ReplaceLineEndings(),
            $"{Path.GetFileName(file)} is not what is written now. If the change is meant: {Command}, and commit what it writes.");
    }
}
