using ThroughputKit.Tests.Attributes.Support;

namespace ThroughputKit.Tests.Attributes;

/// <summary>A failed test's page is attached to it, beside its figures.</summary>
public class AttachedReportTests
{
    [Fact]
    public async Task A_failed_test_has_its_page_and_a_passed_one_its_figures_alone()
    {
        using var copy = new ReportedCopy();

        var run = await PlatformRun.RunAsync(
            copy, [("THROUGHPUTKIT_REPORTS", "")], "--filter-method", "XunitSpecimens.FailingGates.With_errors", "XunitSpecimens.Passing.Returned");

        var attached = run["FailingGates.With_errors"].Attachments;
        Assert.Equal(["throughput report", "throughput result"], attached.Keys.Order(StringComparer.Ordinal));
        Assert.Equal(await File.ReadAllTextAsync(copy.Report("XunitSpecimens.FailingGates.With_errors/report.html")), attached["throughput report"]);
        Assert.Equal(["throughput result"], run["Passing.Returned"].Attachments.Keys);
    }
}
