using System.Text.RegularExpressions;
using ThroughputKit.Comparison;
using ThroughputKit.Gates;
using ThroughputKit.Recording;
using ThroughputKit.Testing;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Testing;

/// <summary>Which reports a test leaves, and what they say of it, for results that are made up.</summary>
public sealed class TestReportsTests : IDisposable
{
    private static readonly LoadResult _result = MadeUp.Result(new LatencyHistogram());
    private static readonly Verdict _passed = Of(GateVerdict.Passed);
    private static readonly Verdict _failed = Of(GateVerdict.Failed);

    private readonly TemporaryFolder _folder = new();
    private readonly List<string> _output = [];
    private readonly Dictionary<string, string> _environment = [];

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData(null, GateVerdict.Passed, "")]
    [InlineData(null, GateVerdict.Failed, "report.html result.json")]
    [InlineData(null, GateVerdict.Inconclusive, "report.html result.json")]
    [InlineData("none", GateVerdict.Failed, "")]
    [InlineData("json", GateVerdict.Passed, "result.json")]
    [InlineData("HTML, json,md,JUnit,csv", GateVerdict.Passed, "report.csv report.html report.md report.xml result.json")]
    [InlineData("md", GateVerdict.Failed, "report.md")]
    public async Task The_environment_and_the_verdict_say_which(string? variable, GateVerdict verdict, string expected)
    {
        if (variable is not null)
        {
            _environment[KitEnvironment.ReportsVariable] = variable;
        }

        await WriteAsync([Of(verdict)]);

        Assert.Equal(expected, string.Join(' ', Files().Where(f => !f.Contains("intervals", StringComparison.Ordinal))));
        Assert.Empty(_output);
    }

    [Fact]
    public async Task The_page_is_named_and_the_json_reads_back_with_its_verdict()
    {
        var path = await WriteAsync([_failed]);

        Assert.Equal(_folder.File("Gates.A/report.html"), path);
        Assert.Contains("MinRps", await File.ReadAllTextAsync(path!), StringComparison.Ordinal);
        Assert.Equal(GateVerdict.Failed, LoadResult.FromJson(await File.ReadAllTextAsync(_folder.File("Gates.A/result.json"))).Verdict);
    }

    [Fact]
    public async Task Of_a_run_and_a_comparison_the_worst_page_is_named()
    {
        var path = await WriteAsync([_passed, Compared(GateVerdict.Failed)]);

        Assert.Equal(["comparison.html", "comparison.json", "report.html", "result.json"], Files());
        Assert.Equal(_folder.File("Gates.A/comparison.html"), path);
        Assert.Equal(GateVerdict.Failed, LoadComparisonResult.FromJson(await File.ReadAllTextAsync(_folder.File("Gates.A/comparison.json"))).Verdict);
    }

    [Theory]
    [InlineData(GateVerdict.Passed, GateVerdict.Failed, "report.html", "failed", "Failed: MinRpsRatio: RPS ratio 0.500; minimum 2.000 That is of the comparison. Of the run, which is shown here: Passed: the only gate is met.")]
    [InlineData(GateVerdict.Inconclusive, GateVerdict.Passed, "comparison.html", "inconclusive", "Inconclusive: MinRps: 4 RPS; minimum 5 That is of the run. Of the comparison, which is shown here: Passed: ")]
    [InlineData(GateVerdict.Failed, GateVerdict.Failed, "report.html", "failed", "Failed: MinRps: 4 RPS; minimum 5<")]
    public async Task The_first_words_of_each_page_are_the_verdict_on_the_test(GateVerdict run, GateVerdict comparison, string page, string style, string expected)
    {
        await WriteAsync([Of(run), Compared(comparison)]);

        var html = await File.ReadAllTextAsync(_folder.File($"Gates.A/{page}"));
        Assert.Matches($"<p class=\"verdict {style}\">[^A-Z]*{Regex.Escape(expected)}", html);
    }

    [Fact]
    public async Task Two_tests_of_one_name_have_a_page_each_and_the_second_says_so()
    {
        string[] pages = [(await WriteAsync([_failed]))!, (await WriteAsync([_failed]))!];

        Assert.Equal([_folder.File("Gates.A/report.html"), _folder.File("Gates.A~2/report.html")], pages);
        Assert.Equal([false, true], pages.Select(p => File.ReadAllText(p).Contains("Another test of this name ran before", StringComparison.Ordinal)));
    }

    [Fact]
    public async Task A_candidate_with_failures_is_counted_once()
    {
        _environment[KitEnvironment.ReportsVariable] = "junit,json";
        var verdict = Compared(GateVerdict.Passed);
        var failed = verdict.Comparison! with { Candidate = _result with { Succeeded = _result.Succeeded - 1, Failed = 1 }, RpsRatio = null, Gates = [] };

        await WriteAsync([ComparisonJudge.Judge(failed)]);

        var xml = await File.ReadAllTextAsync(_folder.File("Gates.A/report.xml"));
        Assert.Contains("failures=\"1\"", xml, StringComparison.Ordinal);
        Assert.Single(LoadComparisonResult.FromJson(await File.ReadAllTextAsync(_folder.File("Gates.A/result.json"))).Gates);
    }

    [Fact]
    public async Task A_test_that_fails_after_its_gates_have_passed_has_no_page_that_says_passed()
    {
        var path = await WriteAsync([_passed], new InvalidOperationException("The reference\ncould not start."));

        var result = LoadResult.FromJson(await File.ReadAllTextAsync(_folder.File("Gates.A/result.json")));
        Assert.Equal(GateVerdict.Failed, result.Verdict);
        Assert.Equal("Test: InvalidOperationException: The reference could not start.", result.Gates[0].ToString());
        Assert.Contains("The reference could not start.", await File.ReadAllTextAsync(path!), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Each_result_is_added_to_the_history_whatever_the_verdict_and_the_formats()
    {
        _environment[KitEnvironment.HistoryVariable] = _folder.File("history");
        _environment[KitEnvironment.ReportsVariable] = "none";
        _environment["GITHUB_SHA"] = "3ebc0e6";

        await WriteAsync([_passed]);
        await WriteAsync([_failed, Compared(GateVerdict.Passed)]);

        var runs = LoadTrend.Read(_folder.File("history")).Runs;
        Assert.Equal(
            [("Gates.A", GateVerdict.Passed), ("Gates.A", GateVerdict.Failed), ("Gates.A: comparison", GateVerdict.Passed)],
            runs.Select(r => (r.Test, r.Verdict!.Value)).OrderBy(r => r.Test, StringComparer.Ordinal).ThenBy(r => r.Item2));
        Assert.All(runs, r => Assert.Equal("3ebc0e6", r.Commit));
    }

    [Fact]
    public async Task A_result_that_is_known_only_if_it_fails_is_not_added_to_the_history()
    {
        _environment[KitEnvironment.HistoryVariable] = _folder.File("history");

        Assert.NotNull(await WriteAsync([], Assert.Throws<LoadGateException>(() => _result.VerifyAsIs(new LoadGates { MinRps = 50_000 }))));

        Assert.False(Directory.Exists(_folder.File("history")));
    }

    [Fact]
    public async Task A_history_that_cannot_be_written_changes_nothing()
    {
        await File.WriteAllTextAsync(_folder.File("history"), "a file");
        _environment[KitEnvironment.HistoryVariable] = _folder.File("history");

        Assert.NotNull(await WriteAsync([_failed]));

        Assert.StartsWith("The folder that THROUGHPUTKIT_HISTORY names can't be written: ", Assert.Single(_output), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_test_without_measurements_leaves_nothing()
    {
        Assert.Null(await WriteAsync([], new InvalidOperationException("The body throws.")));

        Assert.Empty(Files());
    }

    [Fact]
    public async Task A_test_that_judges_its_own_result_has_the_page_of_that()
    {
        await WriteAsync([], new LoadGateException("1 gate failed", [_result], [new GateOutcome("MinRps", GateVerdict.Failed, "1 RPS; minimum 5")]));

        Assert.Equal(GateVerdict.Failed, LoadResult.FromJson(await File.ReadAllTextAsync(_folder.File("Gates.A/result.json"))).Verdict);
    }

    [Fact]
    public async Task A_result_that_was_judged_as_it_is_has_the_limits_on_its_page()
    {
        await WriteAsync([], Assert.Throws<LoadGateException>(() => _result.VerifyAsIs(new LoadGates { MinRps = 50_000 })));

        var page = await File.ReadAllTextAsync(_folder.File("Gates.A/report.html"));
        Assert.Contains("at least 50,000 RPS", page, StringComparison.Ordinal);
        Assert.Contains("60.0% beyond", page, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_folder_that_cannot_be_written_is_a_line_of_output()
    {
        await File.WriteAllTextAsync(_folder.File("Gates.A"), "a file where the folder should be");

        Assert.Null(await WriteAsync([_failed]));

        Assert.Equal(2, _output.Count);
        Assert.StartsWith($"The report {_folder.File("Gates.A/report.html")} can't be written: ", _output[0], StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_mistake_of_the_kit_is_a_line_of_output()
    {
        Assert.Null(await Begin().WriteAsync(() => throw new InvalidOperationException("A mistake."), failure: null));

        Assert.Equal(["The test's reports can't be made: A mistake."], _output);
    }

    [Fact]
    public async Task A_report_that_cannot_be_made_costs_neither_the_others_nor_the_page_of_the_run()
    {
        _environment[StepSummary.Variable] = _folder.File("summary.md");
        var broken = _failed with { Result = _result with { Intervals = [null!] } };

        Assert.Null(await WriteAsync([broken]));

        Assert.Equal(2, _output.Count);
        Assert.StartsWith($"The report {_folder.File("Gates.A/report.html")} can't be made: ", _output[0], StringComparison.Ordinal);
        Assert.StartsWith("### Failed: Gates.A", await File.ReadAllTextAsync(_folder.File("summary.md")), StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_page_of_the_run_has_what_did_not_pass()
    {
        _environment[StepSummary.Variable] = _folder.File("summary.md");

        await WriteAsync([_passed]);
        await WriteAsync([_failed]);
        await WriteAsync([], new InvalidOperationException("The body throws."));
        await WriteAsync([], new OperationCanceledException());

        var summary = await File.ReadAllTextAsync(_folder.File("summary.md"));
        Assert.Equal(["### Failed: Gates.A", "### Failed: Gates.A"], summary.Split('\n').Where(l => l.StartsWith('#')));
        Assert.Contains("The body throws.", summary, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_page_of_the_run_that_cannot_be_written_is_a_line_of_output()
    {
        _environment[StepSummary.Variable] = _folder.File("missing/summary.md");

        Assert.NotNull(await WriteAsync([_failed]));

        Assert.StartsWith("The file that GITHUB_STEP_SUMMARY names can't be written: ", Assert.Single(_output), StringComparison.Ordinal);
    }

    private static Verdict Of(GateVerdict verdict) => new(_result, [new GateOutcome("MinRps", verdict, "4 RPS; minimum 5")]);

    private static Verdict Compared(GateVerdict verdict)
    {
        GateOutcome[] gates = [new("MinRpsRatio", verdict, "RPS ratio 0.500; minimum 2.000")];
        return new Verdict(_result, gates)
        {
            Comparison = new LoadComparisonResult
            {
                Reference = _result,
                Candidate = _result,
                RpsRatio = new RatioFigures(0.5, 0.4, 0.6),
                Gates = gates,
                Placements = 8,
                Slices = 100,
                GeneratorShare = null,
                Elapsed = TimeSpan.FromSeconds(8),
                Findings = [],
            },
        };
    }

    private TestReports Begin() => TestReports.Begin("Gates.A", _folder.Path, new KitEnvironment(_environment.GetValueOrDefault), _output.Add);

    private Task<string?> WriteAsync(Verdict[] verdicts, Exception? failure = null) => Begin().WriteAsync(() => verdicts, failure);

    private IEnumerable<string> Files() => Directory.Exists(_folder.File("Gates.A"))
        ? Directory.GetFiles(_folder.File("Gates.A")).Select(f => Path.GetFileName(f)).Order(StringComparer.Ordinal)
        : [];
}
