using ThroughputKit.Recording;
using ThroughputKit.Testing;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Testing;

/// <summary>What is added to the page of a run of GitHub Actions.</summary>
public sealed class StepSummaryTests : IDisposable
{
    private static readonly Finding _finding = new("NotSteady", FindingSeverity.Warning, "It got *faster*.", "Warm up for longer.");

    private readonly TemporaryFolder _folder = new();

    private string File => _folder.File("summary.md");

    private string Text => System.IO.File.ReadAllText(File);

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Has_the_verdict_the_gates_with_the_worst_first_the_findings_and_the_page() => Assert.Equal(
        """
        ### Failed: Gates.Rows(path: "/a\|b")

        | Verdict | Gate | Measured |
        | --- | --- | --- |
        | Failed | MinRps | 4 RPS; minimum 5 |
        | Inconclusive | MaxP99LatencyMs | too \<near\> to tell |
        | Passed | MaxFailures | 0 failed requests (limit 0) |

        - Warning NotSteady: It got \*faster\*. Warm up for longer.

        Report: /shop/report.html


        """.ReplaceLineEndings("\n"),
        StepSummary.Describe(
            "Gates.Rows(path: \"/a|b\")",
            [Part(
                new("MaxFailures", GateVerdict.Passed, "0 failed requests (limit 0)"),
                new("MaxP99LatencyMs", GateVerdict.Inconclusive, "too <near>\r\nto tell"),
                new("MinRps", GateVerdict.Failed, "4 RPS; minimum 5"))],
            failure: null,
            "/shop/report.html"));

    [Fact]
    public void Each_of_two_tables_has_a_heading()
    {
        var comparison = new ReportedPart(null, Reports.ReportSamples.Comparison());

        var text = StepSummary.Describe("Gates.A", [Part(new GateOutcome("MinRps", GateVerdict.Passed, "6 RPS; minimum 5")), comparison], failure: null, page: null);

        Assert.Equal(["### Failed: Gates.A", "#### Run", "#### Comparison"], text.Split('\n').Where(l => l.StartsWith('#')));
        Assert.Contains("\n\n#### Comparison\n\n| Verdict | Gate | Measured |\n", text, StringComparison.Ordinal);
    }

    [Fact]
    public void A_test_without_measurements_has_its_failure() => Assert.Equal(
        "### Failed: Gates.Orders\n\nThe app threw at start: no \\`Shop\\`.\n\n", StepSummary.Describe("Gates.Orders", [], "The app threw at start:\nno `Shop`.", page: null));

    [Fact]
    public async Task Is_added_to_what_is_there()
    {
        await System.IO.File.WriteAllTextAsync(File, "before\n");

        await AddAsync("one\n");
        await AddAsync("two\n", GateVerdict.Inconclusive);

        Assert.Equal("before\none\ntwo\n", Text);
    }

    [Fact]
    public async Task Is_limited_and_says_how_many_tests_it_has_left_out()
    {
        for (var i = 0; i < 12; i++)
        {
            await AddAsync(new string('f', 9_999) + "\n");
        }

        Assert.Equal(5, Text.Split('\n').Count(l => l.Length == 9_999));
        Assert.EndsWith(
            "\n**Left out here for lack of room: 7 tests more that failed or could not be judged.** Their reports are in artifacts/throughput beside their projects.\n\n",
            Text,
            StringComparison.Ordinal);
        Assert.Equal(2, Text.Split("Left out here").Length);
        Assert.InRange(new FileInfo(File).Length, 0, 60_000);
    }

    [Fact]
    public async Task Inconclusive_tests_leave_room_for_failed_ones()
    {
        for (var i = 0; i < 5; i++)
        {
            await AddAsync(new string('i', 9_999) + "\n", GateVerdict.Inconclusive);
        }

        await AddAsync("failed\n");

        Assert.Equal(2, Text.Split('\n').Count(l => l.Length == 9_999));
        Assert.Contains("\nfailed\n<!-- ThroughputKit left out 3 -->\n", Text, StringComparison.Ordinal);
    }

    [Fact]
    public async Task What_others_have_added_stays()
    {
        await AddAsync(new string('f', 70_000));
        await System.IO.File.AppendAllTextAsync(File, "theirs\n");
        await AddAsync("last\n");

        Assert.Contains("left out 1 -->", Text, StringComparison.Ordinal);
        Assert.EndsWith("theirs\nlast\n", Text, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Several_add_at_once()
    {
        await Task.WhenAll(Enumerable.Range(0, 8).Select(i => Task.Run(() => AddAsync($"{i}\n"))));

        Assert.Equal("01234567", string.Concat(Text.Split('\n').Order(StringComparer.Ordinal)));
    }

    private static ReportedPart Part(params GateOutcome[] gates) =>
        new(MadeUp.Result(new LatencyHistogram()) with { Gates = gates, Findings = [_finding] }, null);

    private Task AddAsync(string text, GateVerdict verdict = GateVerdict.Failed) => new StepSummary(File).AddAsync(text, verdict);
}
