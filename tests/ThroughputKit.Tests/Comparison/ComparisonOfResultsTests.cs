using ThroughputKit.Comparison;
using ThroughputKit.Gates;
using ThroughputKit.Recording;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Comparison;

/// <summary>Results that were measured at different times, compared.</summary>
public class ComparisonOfResultsTests
{
    private static int _made; // so that no two are the same run

    [Fact]
    public void A_ratio_has_an_interval_as_wide_as_runs_differ()
    {
        var comparison = Made(15_000).ComparedWith(Made(20_000));

        Assert.Equal(0.75, comparison.RpsRatio!.Value, 9);
        Assert.True(comparison.RpsRatio.IsDistinct == false && comparison.RpsRatio.HasInterval, $"{comparison.RpsRatio}");
        Assert.True(Made(5_000).ComparedWith(Made(20_000)).RpsRatio!.IsDistinct);
        Assert.Equal(1, comparison.P50Ratio!.Value, 9);
        Assert.Equal((0, null), (comparison.Slices, comparison.Verdict));
        Assert.Empty(comparison.Findings);
        Assert.Contains("RPS ratio 0.750 (", comparison.ToString(), StringComparison.Ordinal);
        Assert.Contains("with 95% intervals for runs at different times", comparison.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public void Swapped_sides_have_the_inverse_ratio()
    {
        var (one, other) = (Made(15_000).ComparedWith(Made(20_000)).RpsRatio!, Made(20_000).ComparedWith(Made(15_000)).RpsRatio!);

        Assert.Equal((1 / one.Value, 1 / one.High, 1 / one.Low), (other.Value, other.Low, other.High), new Nearly());
    }

    [Fact]
    public void Attempts_make_the_interval_narrower()
    {
        var (wide, narrow) = (Made(20_000).ComparedWith(Made(20_000)).RpsRatio!, Three().ComparedWith(Three()).RpsRatio!);

        Assert.InRange(narrow.High, 1.01, wide.High - 0.01);

        static LoadResult Three() => Made(20_000) with { EarlierAttempts = [Made(20_000), Made(20_000)] };
    }

    [Fact]
    public void A_run_is_not_compared_with_itself()
    {
        var (one, other) = (Made(20_000), Made(15_000));

        Assert.All([one, LoadResult.FromJson(one.ToJson()), LoadResult.Merge([other, one])], same => Assert.StartsWith(
            "The same run is there twice: GET /hello, with 20,000 RPS", Assert.Throws<ArgumentException>(() => one.ComparedWith(same)).Message, StringComparison.Ordinal));
    }

    [Fact]
    public void Results_that_were_read_are_compared_alike()
    {
        var (reference, candidate) = (Made(20_000), Made(15_000));

        var read = LoadResult.FromJson(candidate.ToJson()).ComparedWith(LoadResult.FromJson(reference.ToJson()));

        Assert.Equal(candidate.ComparedWith(reference).ToString(), read.ToString());
        Assert.Equal(read.ToString(), LoadComparisonResult.FromJson(read.ToJson()).ToString());
    }

    [Fact]
    public void Another_machine_or_load_is_a_warning_that_says_what_differs()
    {
        var reference = Made(20_000);
        var candidate = reference with { Connections = 8, Environment = reference.Environment with { Cpu = "another", Cores = 4 } };

        var finding = Assert.Single(candidate.ComparedWith(reference).Findings);

        Assert.Equal((FindingNames.OtherConditions, FindingSeverity.Warning), (finding.Name, finding.Severity));
        Assert.StartsWith("The two results differ in more than their figures: 64 connections, and 8 connections; ", finding.Message, StringComparison.Ordinal);
        Assert.Contains("another", finding.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Two_builds_in_two_folders_are_no_other_conditions_but_two_hosts_are()
    {
        var build = Made(20_000) with { Origin = "/builds/new", IsAppAlone = true };
        var remote = Made(20_000) with { Origin = "http://10.0.0.1:5000" };

        Assert.Empty(build.ComparedWith(build with { Origin = "/builds/old", Name = "old" }).Findings);
        Assert.Empty(remote.ComparedWith(remote with { Origin = "http://10.0.0.1:5001" }).Findings);
        Assert.Equal(
            "The two results differ in more than their figures: an app on 10.0.0.2, and an app on 10.0.0.1.",
            Assert.Single(remote.ComparedWith(remote with { Origin = "http://10.0.0.2:5000" }).Findings).Message);
    }

    [Theory]
    [InlineData(nameof(GateVerdict.Passed))]
    [InlineData(nameof(GateVerdict.Failed))]
    public void Another_machine_leaves_the_ratio_without_a_verdict(string verdict)
    {
        var reference = Made(20_000);
        var compared = (reference with { Environment = reference.Environment with { Cores = 4 } }).ComparedWith(reference);

        var doubt = Doubts.OfComparison(Enum.Parse<GateVerdict>(verdict), isExact: false, compared.Findings, compared.Reference, compared.Candidate, margin: 99);

        Assert.Equal(FindingNames.OtherConditions, doubt?.Name);
    }

    [Fact]
    public void Failures_leave_no_ratio()
    {
        Assert.StartsWith(
            "The two results have no ratio of RPS: of the candidate, no request succeeded (100,067 sent), so there is nothing to judge. Expected: two whole results",
            Problem((Made(20_000) with { Succeeded = 0 }).ComparedWith(Made(20_000))),
            StringComparison.Ordinal);
        Assert.StartsWith(
            "The two results have no ratio of RPS: of the reference, 1 request failed. ",
            Problem(Made(20_000).ComparedWith(Made(20_000) with { EarlierAttempts = [Made(20_000) with { Failed = 1 }] })),
            StringComparison.Ordinal);

        var failed = Made(15_000) with { Failed = 1 };

        Assert.Equal(GateVerdict.Failed, failed.ComparedWith(Made(20_000)).Verdict);
        Assert.Equal(GateVerdict.Inconclusive, Made(20_000).ComparedWith(failed).Verdict);
        Assert.Null(Made(20_000).ComparedWith(failed).RpsRatio);
        Assert.Null((Made(20_000) with { EarlierAttempts = [failed] }).ComparedWith(Made(20_000)).RpsRatio);
        Assert.Null(Made(0).ComparedWith(Made(20_000)).RpsRatio);
    }

    [Fact]
    public void A_set_rate_has_no_ratio_of_throughput_and_a_lower_bound_none_of_latency()
    {
        var waits = new LatencyHistogram();
        waits.Record(1_000_000_000);
        var paced = Made(20_000) with { Pacing = new PacingFigures { Planned = 100_000, Unsent = 0, Late = 0, Lateness = new LatencyFigures(waits) } };
        var unanswered = Made(20_000);
        unanswered = unanswered with { Latency = new LatencyFigures(waits, waits) };

        var compared = paced.ComparedWith(paced with { BytesSent = 0 });

        Assert.Equal((true, false), (compared.RpsRatio is null, compared.P50Ratio is null));
        Assert.Null(unanswered.ComparedWith(Made(20_000)).P50Ratio);
    }

    [Fact]
    public void At_a_set_rate_the_ratios_of_latency_are_shown()
    {
        var paced = Made(20_000);
        paced = paced with { Pacing = new PacingFigures { Planned = 100_000, Unsent = 0, Late = 0, Lateness = paced.Latency } };

        var compared = paced.ComparedWith(paced with { BytesSent = 0 });

        Assert.Null(compared.Verdict);
        Assert.Contains($"{Environment.NewLine}p50 ratio 1.000 (", compared.ToString(), StringComparison.Ordinal);
        Assert.Contains("; p99 ratio 1.000 (", compared.ToString(), StringComparison.Ordinal);
        Assert.Equal(
            "A rate was set, so the RPS are those of the load, not of the app. Expected: results of loads without a set rate. "
                + "Look at P50Ratio and P99Ratio, which compare latencies. For a ratio of RPS, measure without AtRate.",
            Problem(compared));
    }

    [Fact]
    public void It_has_no_gates() => Assert.Equal(
        "A comparison of two results has no gates. Expected: one gate or more. Assert its ratios, or compare the tests with LoadTest.ComparedWith, which has gates.",
        Problem(Made(20_000).ComparedWith(Made(20_000))));

    [Fact]
    public void A_percentile_of_few_latencies_has_no_ratio()
    {
        var few = new LatencyHistogram();
        few.Record(1_000_000);

        Assert.Null((Made(20_000) with { Latency = new LatencyFigures(few) }).ComparedWith(Made(20_000)).P99Ratio);
    }

    private static string Problem(LoadComparisonResult compared) => Assert.Single(ComparisonJudge.Judge(compared).Problems).Problem.ToString();

    private static LoadResult Made(double rps)
    {
        var latency = new LatencyHistogram();
        for (var i = 0; i < 2_000; i++)
        {
            latency.Record(1_000_000);
        }

        var batch = new Batch(TimeSpan.FromMilliseconds(250), (long)(rps / 4), 1e6, 1_000_000, 2_000_000, 3_000_000) { Latencies = 100 };
        return MadeUp.Result(latency) with { BytesSent = Interlocked.Increment(ref _made), Rps = rps, Sent = ((long)rps * 5) + 67, Succeeded = (long)rps * 5, Batches = [.. Enumerable.Repeat(batch, 20)] };
    }

    private sealed class Nearly : IEqualityComparer<(double, double, double)>
    {
        public bool Equals((double, double, double) x, (double, double, double) y) =>
            Math.Abs(x.Item1 - y.Item1) + Math.Abs(x.Item2 - y.Item2) + Math.Abs(x.Item3 - y.Item3) < 1e-9;

        public int GetHashCode((double, double, double) obj) => 0;
    }
}
