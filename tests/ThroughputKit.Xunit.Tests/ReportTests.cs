using ThroughputKit.Tests.Attributes.Support;

namespace ThroughputKit.Tests.Attributes;

/// <summary>The reports that tests leave beside their project.</summary>
public class ReportTests
{
    private const string Some = "FullyQualifiedName~FailingGates.With|FullyQualifiedName~FailingGates.That_cannot_start|FullyQualifiedName~Passing.Returned";

    [Fact]
    public async Task A_test_that_fails_leaves_its_page_and_its_figures_and_names_the_page()
    {
        using var copy = new ReportedCopy();

        var run = await copy.RunAsync(Some);

        Assert.Equal(["XunitSpecimens.FailingGates.With_errors/report.html", "XunitSpecimens.FailingGates.With_errors/result.json"], copy.Reports);
        var line = $"Report: {copy.Report("XunitSpecimens.FailingGates.With_errors/report.html")}";
        var test = run["FailingGates.With_errors"];
        Assert.EndsWith($"\n{line}", test.Message.TrimEnd(), StringComparison.Ordinal);
        Assert.Contains(line, test.Output, StringComparison.Ordinal);
        Assert.Contains("MaxFailures", await File.ReadAllTextAsync(copy.Report("XunitSpecimens.FailingGates.With_errors/report.html")), StringComparison.Ordinal);
        Assert.All(run.Tests.Where(t => t.Name != test.Name), t => Assert.DoesNotContain("Report: ", t.Message + t.Output, StringComparison.Ordinal));
        Assert.Equal(
            [
                "### Failed: XunitSpecimens.FailingGates.That\\_cannot\\_start", "### Failed: XunitSpecimens.FailingGates.With\\_an\\_assertion\\_of\\_its\\_own",
                "### Failed: XunitSpecimens.FailingGates.With\\_errors",
            ],
            (await File.ReadAllLinesAsync(copy.Beside("summary.md"))).Where(l => l.StartsWith('#')).Order(StringComparer.Ordinal));
    }

    [Theory]
    [InlineData("none", "")]
    [InlineData("json,md", "report.md result.json")]
    public async Task The_environment_chooses_for_all(string reports, string expected)
    {
        using var copy = new ReportedCopy();

        await copy.RunAsync("FullyQualifiedName~Passing.Rows&FullyQualifiedName!~cannot|FullyQualifiedName~FailingGates.With_errors", reports);

        Assert.Equal(expected.Length == 0 ? 0 : 3, copy.Reports.Select(f => Path.GetDirectoryName(f)).Distinct().Count());
        Assert.All(copy.Reports.GroupBy(f => Path.GetDirectoryName(f)), t => Assert.Equal(expected, string.Join(' ', t.Select(f => Path.GetFileName(f)))));
        Assert.Equal(reports == "none", !File.Exists(copy.Beside("summary.md")));
    }
}
