using ThroughputKit.Recording;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Reports;

/// <summary>Files of reports.</summary>
public class ReportFileTests
{
    private static readonly string[] _kinds = ["run", "comparison", "experiment", "search"];

    private static readonly LoadResult _run = ReportSamples.Run();

    [Theory]
    [InlineData("a.html", "<!doctype html>")]
    [InlineData("a.HTM", "<!doctype html>")]
    [InlineData("a.md", "## Orders")]
    [InlineData("a.xml", "<?xml version=\"1.0\" encoding=\"utf-8\"?>")]
    [InlineData("a.csv", "part,name,sent,")]
    public async Task The_extension_is_the_format(string name, string start)
    {
        using var folder = new TemporaryFolder();

        await _run.WriteReportAsync(folder.File(name));

        Assert.StartsWith(start, await File.ReadAllTextAsync(folder.File(name)), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_result_with_one_latency_has_a_page()
    {
        using var folder = new TemporaryFolder();
        var latency = new LatencyHistogram();
        latency.Record(2_000_000);

        await (_run with { Latency = new LatencyFigures(latency) }).WriteReportAsync(folder.File("a.html"));

        Assert.Contains("99% at most 2.0", await File.ReadAllTextAsync(folder.File("a.html")), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Every_kind_of_result_is_written_as_its_json()
    {
        using var folder = new TemporaryFolder();
        var (comparison, experiment, search) = (ReportSamples.Comparison(), ReportSamples.Experiment(), ReportSamples.Search());

        await _run.WriteReportAsync(folder.File("run.json"));
        await comparison.WriteReportAsync(folder.File("comparison.json"));
        await experiment.WriteReportAsync(folder.File("experiment.json"));
        await search.WriteReportAsync(folder.File("search.json"));

        Assert.Equal(
            [_run.ToJson(), comparison.ToJson(), experiment.ToJson(), search.ToJson()],
            _kinds.Select(n => File.ReadAllText(folder.File($"{n}.json"))));
    }

    [Fact]
    public async Task The_folder_is_created_and_a_file_is_replaced_and_nothing_else_is_left()
    {
        using var folder = new TemporaryFolder();
        var path = Path.Combine(folder.Path, "a", "b", "run.csv");

        await _run.WriteReportAsync(path);
        await (_run with { Name = "Other" }).WriteReportAsync(path);

        Assert.Equal(["run.csv", "run.intervals.csv"], Directory.GetFiles(Path.GetDirectoryName(path)!).Select(Path.GetFileName).Order(StringComparer.Ordinal));
        Assert.Contains("all,Other,", await File.ReadAllTextAsync(path), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Intervals_of_an_earlier_result_do_not_stay()
    {
        using var folder = new TemporaryFolder();
        var path = folder.File("run.csv");

        await _run.WriteReportAsync(path);
        await (_run with { Intervals = [] }).WriteReportAsync(path);

        Assert.Equal([path], Directory.GetFiles(folder.Path));
    }

    [Theory]
    [InlineData("run.pdf", "'.pdf' is the extension of no format of reports. Expected: .html, .htm, .md, .xml, .csv, .json.")]
    [InlineData("run", "A path without an extension has no format of reports. Expected: .html, .htm, .md, .xml, .csv, .json.")]
    [InlineData("", "A path without an extension has no format of reports. Expected: .html, .htm, .md, .xml, .csv, .json.")]
    public async Task Another_extension_is_an_error_that_lists_them(string name, string expected)
    {
        using var folder = new TemporaryFolder();

        var error = await Assert.ThrowsAsync<ArgumentException>(() => _run.WriteReportAsync(folder.File(name)));

        Assert.StartsWith(expected, error.Message, StringComparison.Ordinal);
        Assert.Empty(Directory.GetFiles(folder.Path));
    }

    [Theory]
    [InlineData("run.html", "it is a folder")]
    [InlineData("file/run.csv", "")]
    public async Task What_cannot_be_written_is_told_with_a_remedy(string name, string why)
    {
        using var folder = new TemporaryFolder();
        Directory.CreateDirectory(folder.File("run.html"));
        await File.WriteAllTextAsync(folder.File("file"), "");

        var error = await Assert.ThrowsAnyAsync<SystemException>(() => _run.WriteReportAsync(folder.File(name)));

        Assert.True(error is IOException or UnauthorizedAccessException, $"{error}");
        Assert.StartsWith($"The report {folder.File(name)} can't be written: {why}", error.Message, StringComparison.Ordinal);
        Assert.EndsWith(
            "Expected: the path of a file in a folder that may be written to, on a disk with room. Write it somewhere else, or make room.", error.Message, StringComparison.Ordinal);
        Assert.Equal([folder.File("file")], Directory.GetFiles(folder.Path));
    }

    [Fact]
    public async Task An_empty_path_is_told_with_its_value() => Assert.Contains(
        "The path is '': give it one of them.",
        (await Assert.ThrowsAsync<ArgumentException>(() => _run.WriteReportAsync(""))).Message, StringComparison.Ordinal);

    [Fact]
    public async Task Nothing_is_left_of_a_file_that_was_cancelled()
    {
        using var folder = new TemporaryFolder();

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => _run.WriteReportAsync(folder.File("run.html"), new CancellationToken(canceled: true)));

        Assert.Empty(Directory.GetFiles(folder.Path));
    }
}
