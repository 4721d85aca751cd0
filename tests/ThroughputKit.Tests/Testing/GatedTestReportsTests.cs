using ThroughputKit.Isolation;
using ThroughputKit.Testing;

namespace ThroughputKit.Tests.Testing;

/// <summary>The reports of tests with real apps and real load.</summary>
public sealed class GatedTestReportsTests : GatedTestBase
{
    private readonly List<(string Name, string Text, string Type)> _attached = [];

    public GatedTestReportsTests() => _environment.Remove(KitEnvironment.ReportsVariable);

    private string Root => _folder.File("reports");

    [Fact]
    public async Task A_failure_names_its_page_at_the_end_and_has_it_attached()
    {
        var exception = await Assert.ThrowsAsync<LoadGateException>(() => RunReportedAsync(nameof(Methods.EveryThirdFails), new()));

        var page = Assert.Single(Directory.GetFiles(Root, "report.html", SearchOption.AllDirectories));
        Assert.EndsWith($"{Environment.NewLine}Report: {page}", exception.Message, StringComparison.Ordinal);
        Assert.Contains($"Report: {page}", _output);
        Assert.Equal(("throughput report", await File.ReadAllTextAsync(page), "text/html"), _attached[^1]);
        Assert.True(File.Exists(Path.Combine(Path.GetDirectoryName(page)!, "result.json")));
    }

    [Fact]
    public async Task A_pass_leaves_nothing_not_even_what_was_there_before()
    {
        var older = Directory.CreateDirectory(Path.Combine(Root, $"{typeof(Methods).FullName}.{nameof(Methods.ReturnsTest)}")).FullName;
        await File.WriteAllTextAsync(Path.Combine(older, "report.html"), "Failed");

        await RunReportedAsync(nameof(Methods.ReturnsTest), new());

        Assert.False(Directory.Exists(older));
        Assert.DoesNotContain(_output, line => line.StartsWith("Report: ", StringComparison.Ordinal));
        Assert.DoesNotContain(_attached, a => a.Type == "text/html");
    }

    [Fact]
    public async Task The_reports_are_there_before_the_next_test_begins()
    {
        _environment[KitEnvironment.ReportsVariable] = "json";
        using var end = new CancellationTokenSource();
        var held = await new MachineLock(_folder.File("measuring.lock")).EnterAsync(TimeSpan.Zero, _ => { }, end.Token);
        var first = RunReportedAsync(nameof(Methods.ReturnsTest), new());
        held!.Dispose();

        await first;
        using var next = await new MachineLock(_folder.File("measuring.lock")).EnterAsync(TimeSpan.FromMinutes(1), _ => { }, end.Token);

        Assert.Single(Directory.GetFiles(Root, "result.json", SearchOption.AllDirectories));
    }

    [Fact]
    public async Task An_app_that_does_not_start_leaves_nothing()
    {
        var exception = await Assert.ThrowsAsync<LoadTestException>(() => RunReportedAsync(nameof(Methods.ThrowsAtStart), new()));

        Assert.DoesNotContain("Report: ", exception.Message, StringComparison.Ordinal);
        Assert.False(Directory.Exists(Root));
    }

    [Fact]
    public async Task A_word_that_is_no_format_is_an_error()
    {
        _environment[KitEnvironment.ReportsVariable] = "html,pdf";

        var exception = await Assert.ThrowsAsync<LoadTestException>(() => RunReportedAsync(nameof(Methods.ReturnsTest), new()));

        Assert.Equal(
            "THROUGHPUTKIT_REPORTS is 'html,pdf'. Expected: html, json, md, junit or csv, or several of them with commas between, or none. "
            + "Unset it for the page and the JSON of each test that fails or is inconclusive.",
            Assert.Single(exception.Problems));
    }

    private Task<TestOutcome> RunReportedAsync(string name, TestSettings settings) =>
        new GatedTest(new TestMethod(typeof(Methods).GetMethod(name)!, 0), settings, timeout: null, _environment.GetValueOrDefault, _output.Add)
        {
            Attach = (name, text, type) => _attached.Add((name, text, type)),
            ReportRoot = Root,
        }.RunAsync(new Methods(), arguments: null, CancellationToken.None);
}
