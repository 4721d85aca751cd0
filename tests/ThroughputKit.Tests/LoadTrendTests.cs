using ThroughputKit.Recording;
using ThroughputKit.Tests.Support;
using ThroughputKit.Trends;

namespace ThroughputKit.Tests;

/// <summary>Trends of made-up results in a folder.</summary>
public sealed class LoadTrendTests : IDisposable
{
    private static readonly DateTimeOffset _begin = new(2026, 11, 1, 12, 0, 0, TimeSpan.Zero);

    private readonly TemporaryFolder _folder = new();
    private int _runs;

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void A_step_is_found_with_its_commit_and_percent()
    {
        Add(10, 10_000, "old");
        Add(6, 8_500, "new");

        var trend = LoadTrend.Read(_folder.Path);

        var change = Assert.Single(trend.Changes);
        Assert.Equal(("Hello", "RPS", "Ryzen, 2 cores, Debian GNU/Linux"), (change.Test, change.Figure, change.Machine));
        Assert.Equal(("new10", _begin.AddDays(10)), (change.Commit, change.Time));
        Assert.Equal((10_000, 8_500, -15), (change.From, change.To, Math.Round(change.Percent, 6)));
        Assert.Equal("Hello, RPS on Ryzen, 2 cores, Debian GNU/Linux: 10,000 to 8,500 (-15.0%) since new10 (2026-11-11)", change.ToString());
        Assert.Contains(
            "  RPS on Ryzen, 2 cores, Debian GNU/Linux: 8,500; the last 6 runs have a median of 8,500, -15.0% since new10 (2026-11-11)",
            trend.ToString(), StringComparison.Ordinal);
        Assert.Empty(trend.Problems);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    public void One_run_or_two_alert_nobody(int last)
    {
        Add(10, 10_000);
        Add(last, 1_000);

        Assert.Empty(LoadTrend.Read(_folder.Path).Changes);
    }

    [Fact]
    public void Machines_are_followed_apart_but_allocated_bytes_are_not()
    {
        for (var i = 0; i < 8; i++)
        {
            Add(1, 10_000, bytes: i < 4 ? 1_928 : 1_992);
            Add(1, 4_000, cpu: "Xeon", bytes: i < 4 ? 1_928 : 1_992);
        }

        var trend = LoadTrend.Read(_folder.Path);

        Assert.Equal(2, trend.Series.Count(s => s.Figure == TrendFigure.Rps));
        var change = Assert.Single(trend.Changes);
        Assert.Equal(("allocated bytes per request", null, 1_928, 1_992), (change.Figure, change.Machine, change.From, change.To));
    }

    [Fact]
    public void Counts_are_followed_across_machines_and_may_begin_at_zero()
    {
        foreach (var exceptions in (double[])[0, 0, 0, 0, 1, 1, 1, 1])
        {
            var result = Result(10_000, 1_928) with { Counts = new CountFigures { DatabaseCommandsPerRequest = 2, ExceptionsPerRequest = exceptions } };
            ResultHistory.Add(_folder.Path, result.ToJson(), "Hello", _begin.AddDays(_runs++));
        }

        var trend = LoadTrend.Read(_folder.Path);

        Assert.Equal(
            "Hello, exceptions per request: 0 to 1 (from nothing) since 2026-11-05", Assert.Single(trend.Changes).ToString());
        Assert.Contains("  database commands per request: 2.0; the last 8 runs have a median of 2.0", trend.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public void A_file_that_cannot_be_read_is_left_out_and_told()
    {
        Add(1, 10_000);
        File.WriteAllText(_folder.File("20261128T031735.123Z+a+b.json"), "{ half of");
        File.WriteAllText(_folder.File("20261128T031735.123Z+a+c.json"), "{}");
        File.WriteAllText(_folder.File("notes.json"), MadeUp.Result(new LatencyHistogram()).ToJson());
        File.WriteAllText(_folder.File("README.md"), "");

        var trend = LoadTrend.Read(_folder.Path);

        Assert.Equal(["20261128T031735.123Z+a+b.json", "20261128T031735.123Z+a+c.json", "notes.json"], trend.Problems.Select(p => p.Split(": ")[0]));
        Assert.EndsWith("notes.json: Its name doesn't begin with a time, such as 20261128T031735.123Z.", trend.ToString(), StringComparison.Ordinal);
        Assert.Single(trend.Runs);
    }

    [Fact]
    public void Failed_and_inconclusive_runs_are_marked()
    {
        Add(2, 10_000, verdict: GateVerdict.Passed);
        Add(1, 10_000, verdict: GateVerdict.Inconclusive);
        Add(1, 10_000, verdict: GateVerdict.Failed);

        var trend = LoadTrend.Read(_folder.Path);

        Assert.Contains("  1 run failed and 1 run was inconclusive of 4 runs; the last one failed", trend.ToString(), StringComparison.Ordinal);
        Assert.Contains(", too few to show a change: 4 runs", trend.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public void A_run_that_was_cut_short_is_kept_without_figures()
    {
        Add(1, 10_000);
        Add(1, 1, wasCancelled: true);

        var trend = LoadTrend.Read(_folder.Path);

        Assert.Equal(2, trend.Runs.Count);
        Assert.All(trend.Series, s => Assert.Single(s.Runs));
    }

    [Fact]
    public void So_is_one_that_is_not_judged_because_of_its_set_up()
    {
        var overlap = new Finding(FindingNames.Overlap, FindingSeverity.Error, "", "") { IsSetUpMistake = true };
        var wrong = Result(10_000, 1_928) with { Findings = [overlap] };
        VariantFigures[] variants =
        [
            new("a", [new LoadSample(100)], RatioFigures.OfReference),
            new("b", [new LoadSample(90) { AllocatedBytesPerRequest = 9, Findings = [overlap] }], new RatioFigures(0.9, 0.8, 0.95)),
        ];
        ResultHistory.Add(_folder.Path, wrong.ToJson(), "Run", _begin);
        ResultHistory.Add(_folder.Path, new MaxRateResult(5_000, "", TimeSpan.FromMilliseconds(20), wrong, []).ToJson(), "Search", _begin);
        ResultHistory.Add(_folder.Path, new LoadExperimentResult(variants, "a").ToJson(), "Table", _begin);

        var trend = LoadTrend.Read(_folder.Path);

        Assert.Equal(4, trend.Runs.Count);
        Assert.Empty(trend.Series);
    }

    [Fact]
    public void Figures_that_are_not_known_are_not_followed()
    {
        var result = Result(10_000, 1_928);
        var unsteady = new Finding(FindingNames.NotSteady, FindingSeverity.Warning, "", "");
        VariantFigures[] variants =
        [
            new("a", [new LoadSample(100)], RatioFigures.OfReference),
            new("b", [new LoadSample(90) { Findings = [unsteady] }], new RatioFigures(0.9, 0.8, 1)),
        ];
        ResultHistory.Add(_folder.Path, (result with { Latency = new LatencyFigures(Latencies(LatencyFigures.MinForP99 - 1)) }).ToJson(), "Few", _begin);
        ResultHistory.Add(_folder.Path, (result with { Succeeded = 1, Failed = result.Succeeded - 1 }).ToJson(), "Failed", _begin);
        ResultHistory.Add(_folder.Path, new LoadExperimentResult(variants, "a").ToJson(), "Table", _begin);

        var series = LoadTrend.Read(_folder.Path).Series;

        Assert.Equal([TrendFigure.Rps, TrendFigure.P50, TrendFigure.Bytes], series.Select(s => s.Figure));
        Assert.All(series, s => Assert.Equal("Few", s.Test));
    }

    [Fact]
    public void Comparisons_experiments_and_searches_have_figures_of_their_own()
    {
        var result = Result(10_000, 1_928);
        var comparison = new LoadComparisonResult
        {
            Reference = result,
            Candidate = result,
            RpsRatio = new RatioFigures(0.97, 0.95, 0.99),
            Gates = [],
            Slices = 8,
            GeneratorShare = null,
            Elapsed = TimeSpan.FromSeconds(1),
            Findings = [],
        };
        VariantFigures[] variants = [new("a", [new LoadSample(100)], RatioFigures.OfReference), new("b", [new LoadSample(90)], new RatioFigures(0.9, 0.8, 1))];
        ResultHistory.Add(_folder.Path, comparison.ToJson(), "Compared", _begin);
        ResultHistory.Add(_folder.Path, new LoadExperimentResult(variants, "a").ToJson(), "Table", _begin);
        ResultHistory.Add(_folder.Path, new MaxRateResult(5_000, "", TimeSpan.FromMilliseconds(20), result, []).ToJson(), "Search", _begin);

        var trend = LoadTrend.Read(_folder.Path);

        Assert.Empty(trend.Problems);
        Assert.Equal(0.97, Last("Compared", TrendFigure.Ratio));
        Assert.Equal(10_000, Last("Compared", TrendFigure.Rps));
        Assert.Equal(0.9, Last("Table: b", TrendFigure.Ratio));
        Assert.Equal(5_000, Last("Search", TrendFigure.HighestRate));
        Assert.DoesNotContain(trend.Series, s => s.Test == "Table: a");

        double Last(string test, TrendFigure figure) => trend.Series.Single(s => s.Test == test && s.Figure == figure).Values[^1];
    }

    [Fact]
    public void A_result_whose_file_has_only_a_time_has_its_own_name()
    {
        File.WriteAllText(_folder.File("20261128T031735.123Z.json"), Result(10_000, 1_928).ToJson());

        var run = Assert.Single(LoadTrend.Read(_folder.Path).Runs);

        Assert.Equal(("GET /hello", null), (run.Test, run.Commit));
    }

    [Fact]
    public async Task A_page_has_the_changes_and_a_chart_of_each_series()
    {
        Add(8, 10_000, bytes: 1_928);
        Add(8, 10_000, bytes: 2_048, verdict: GateVerdict.Failed);

        await LoadTrend.Read(_folder.Path).WriteReportAsync(_folder.File("pages/trend.html"));

        var page = await File.ReadAllTextAsync(_folder.File("pages/trend.html"));
        Assert.Contains("1 change of level: Hello, allocated bytes per request: 1,928 to 2,048 (+6.2%) since c8 (", page, StringComparison.Ordinal);
        Assert.Contains("Crosses: 8 failed runs.", page, StringComparison.Ordinal);
        Assert.Equal(LoadTrend.Read(_folder.Path).Series.Count, page.Split("<svg ").Length - 1);
        Assert.DoesNotContain("<script", page, StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_largest_change_is_named_first_whether_up_or_down()
    {
        Add(8, 10_000);
        Add(8, 2_500);
        Add(8, 6_000);
        Add(8, 6_600);

        await LoadTrend.Read(_folder.Path).WriteReportAsync(_folder.File("trend.md"));

        Assert.Contains("3 changes of level, the largest one: Hello, RPS on Ryzen, 2 cores, Debian GNU/Linux: 10,000 to 2,500 (-75.0%)",
            await File.ReadAllTextAsync(_folder.File("trend.md")), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_hash_of_a_commit_is_short_unless_another_begins_like_it_and_in_full_as_the_title()
    {
        var (rest, other) = (new string('0', 30), new string('1', 30));
        Add(8, 10_000, $"abcdef0123{rest}", isHash: true);
        Add(8, 8_000, $"abcdef4567{rest}", isHash: true);
        Add(1, 8_000, $"abcdef4567{other}", isHash: true);
        Add(1, 8_000, "release-2026-11-");

        var trend = LoadTrend.Read(_folder.Path);
        await trend.WriteReportAsync(_folder.File("trend.html"));

        Assert.Equal($"abcdef4567{rest}", trend.Changes[0].Commit);
        var page = await File.ReadAllTextAsync(_folder.File("trend.html"));
        Assert.Contains($" title=\"abcdef0123{rest}\">abcdef0123<", page, StringComparison.Ordinal);
        Assert.Contains($">abcdef4567{rest}<", page, StringComparison.Ordinal); // the other one begins like it
        Assert.Contains(">release-2026-11-17<", page, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_trend_has_only_formats_for_people()
    {
        var e = await Assert.ThrowsAsync<ArgumentException>(() => LoadTrend.Read(_folder.Path).WriteReportAsync(_folder.File("trend.json")));

        Assert.StartsWith("'.json' is the extension of no format of reports. Expected: .html, .htm, .md.", e.Message, StringComparison.Ordinal);
        Assert.False(File.Exists(_folder.File("trend.json")));
    }

    [Fact]
    public void An_empty_folder_has_no_results_and_a_missing_one_is_an_error()
    {
        Assert.Equal("There are no results.", LoadTrend.Read(_folder.Path).ToString());
        Assert.Throws<DirectoryNotFoundException>(() => LoadTrend.Read(_folder.File("missing")));
    }

    [Fact]
    public void A_machine_stays_the_same_when_its_system_is_updated() => Assert.Equal(
        "Ryzen, 2 cores, Debian GNU/Linux",
        TrendRun.MachineOf(Result(1, 1).Environment with { OperatingSystem = "Debian GNU/Linux 14 (forky)", Runtime = ".NET 11.0.0" }));

    private void Add(int count, double rps, string commit = "c", string cpu = "Ryzen", double bytes = 1_928, GateVerdict? verdict = null, bool wasCancelled = false, bool isHash = false)
    {
        for (var i = 0; i < count; i++)
        {
            var result = Result(rps, bytes);
            result = result with
            {
                WasCancelled = wasCancelled,
                Environment = result.Environment with { Cpu = cpu },
                Gates = verdict is { } outcome ? [new GateOutcome("MinRps", outcome, "")] : [],
            };
            ResultHistory.Add(_folder.Path, result.ToJson(), "Hello", _begin.AddDays(_runs), isHash ? commit : $"{commit}{_runs}");
            _runs++;
        }
    }

    private static LoadResult Result(double rps, double bytes)
    {
        var result = MadeUp.Result(Latencies(LatencyFigures.MinForP99));
        return result with
        {
            Rps = rps,
            Memory = result.Memory with { Allocation = new AllocationFigures { BytesPerRequest = bytes, Windows = [bytes] } },
            Environment = result.Environment with { Cpu = "Ryzen", OperatingSystem = "Debian GNU/Linux 13 (trixie)", Runtime = ".NET 10.0.0" },
        };
    }

    private static LatencyHistogram Latencies(int count)
    {
        var latency = new LatencyHistogram();
        for (var i = 0; i < count; i++)
        {
            latency.Record(1_000_000);
        }

        return latency;
    }
}
