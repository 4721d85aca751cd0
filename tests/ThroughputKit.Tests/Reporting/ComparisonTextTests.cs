using ThroughputKit.Recording;
using ThroughputKit.Reporting;
using ThroughputKit.Reports;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Reporting;

/// <summary>The text of a comparison, and which side it names.</summary>
public class ComparisonTextTests
{
    private static readonly Finding _warning = new("RequestLogging", FindingSeverity.Warning, "Requests are logged.", "Don't.");
    private static readonly MachineFigures _busy = new() { Cores = 2, IdleCores = 0.05 };

    [Fact]
    public void A_finding_about_one_side_names_the_side()
    {
        var text = Compared(candidate: Side() with { Findings = [_warning] }, findings: [_warning]).ToString();

        Assert.Contains("Candidate: Warning RequestLogging: Requests are logged. Don't.", text, StringComparison.Ordinal);
    }

    [Fact]
    public void A_finding_about_both_sides_is_listed_once()
    {
        var side = Side() with { Findings = [_warning] };

        var line = Assert.Single(Lines(Compared(side, side, [_warning])), l => l.Contains("RequestLogging", StringComparison.Ordinal));
        Assert.Equal("Warning RequestLogging: Requests are logged. Don't.", line);
    }

    [Fact]
    public void The_rows_tell_the_versions_of_HTTP_apart()
    {
        var rows = ComparisonText.Rows(Compared(candidate: Side() with { Protocol = LoadProtocol.Http2 }));

        Assert.Equal(["Reference: GET /hello over HTTP/1.1", "Candidate: GET /hello over HTTP/2"], rows.Skip(1).Select(r => r[0]));
    }

    [Fact]
    public void Dilution_by_the_generator_is_reported_only_for_a_slowdown_of_a_busy_app()
    {
        const string Dilution = "The generator took 25% of the processor time, and its cost per request is the same for both sides. So the slowdown of the app alone is about 1.3 times as large.";
        var busy = Side() with { Machine = _busy };

        Assert.Contains(Dilution, Lines(Compared(busy, busy) with { RpsRatio = new RatioFigures(0.8, 0.78, 0.82) }));
        Assert.DoesNotContain(Dilution, Lines(Compared(busy, busy) with { RpsRatio = new RatioFigures(1.2, 1.1, 1.3) })); // it is faster
        Assert.DoesNotContain(Dilution, Lines(Compared(busy, busy) with { RpsRatio = new RatioFigures(0.98, 0.96, 1.01) })); // or may be
        Assert.DoesNotContain(Lines(Compared(busy, busy) with { RpsRatio = new RatioFigures(0.03, 0.029, 0.031) }), l => l.Contains("times as large", StringComparison.Ordinal));
        var idle = Side() with { Machine = _busy with { IdleCores = 1.5 } };
        Assert.DoesNotContain(Dilution, Lines(Compared(idle, idle) with { RpsRatio = new RatioFigures(0.8, 0.78, 0.82) })); // it waits
    }

    [Fact]
    public void Gates_that_are_reported_already_are_not_repeated()
    {
        var result = Compared() with { Gates = [new GateOutcome("MaxSlowdownPercent", GateVerdict.Passed, "within")] };

        Assert.Contains("Passed MaxSlowdownPercent: within", Lines(result));
        Assert.DoesNotContain("within", ThroughputKit.Comparison.ComparisonJudge.Judge(result).Report, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(nameof(ComparisonGates.MinRpsRatio), 1e308, "1E+308")]
    [InlineData(nameof(ComparisonGates.MinRpsRatio), 1e-5, "1E-05")]
    [InlineData(nameof(ComparisonGates.MinRpsRatio), 0.3, "0.300")]
    [InlineData(nameof(ComparisonGates.MinRpsRatio), 12_345, "12,345.000")]
    [InlineData(nameof(ComparisonGates.MaxP50IncreasePercent), 1e6, "1,000,000.0%")]
    [InlineData(nameof(ComparisonGates.MaxP99IncreasePercent), double.MaxValue, "1.798E+308%")]
    [InlineData(nameof(ComparisonGates.MaxSlowdownPercent), 5, "5.0%")]
    [InlineData(nameof(ComparisonGates.MaxExtraAllocatedBytesPerRequest), double.MaxValue, "1.798E+308")]
    [InlineData(nameof(ComparisonGates.MaxExtraAllocatedBytesPerRequest), 1_234, "1,234.0")]
    public void Limits_stay_readable_however_large_they_are(string gate, double limit, string expected)
    {
        var quantity = ThroughputKit.Comparison.Quantities.All.Single(q => q.Gate == gate);
        var gates = new ComparisonGates();
        typeof(ComparisonGates).GetProperty(gate)!.SetValue(gates, limit);

        Assert.Equal(expected, quantity.Show(quantity.Limit(gates)!.Value));
    }

    [Fact]
    public void A_side_without_latencies_shows_none_and_one_of_timeouts_lower_bounds()
    {
        var waits = new LatencyHistogram();
        waits.Record(3_000_000_000);
        var result = Compared(Side(), Side() with { Latency = new LatencyFigures(new LatencyHistogram(), waits) });

        var rows = ComparisonText.Rows(result);
        var latency = ReportTables.Latency([("Reference", result.Reference.Latency), ("Candidate", result.Candidate.Latency)]).Rows;

        Assert.Equal(["-", "-"], rows[1][2..4]);
        Assert.All(rows[2][2..4], cell => Assert.StartsWith("at least 3,0", cell, StringComparison.Ordinal));
        Assert.Equal(["Min", "-", "-"], Assert.Single(latency, r => r[0] == "Min"));
    }

    private static string[] Lines(LoadComparisonResult result) => result.ToString().Split(Environment.NewLine);

    private static LoadResult Side() => MadeUp.Result(new LatencyHistogram());

    private static LoadComparisonResult Compared(LoadResult? reference = null, LoadResult? candidate = null, IReadOnlyList<Finding>? findings = null) => new()
    {
        Reference = reference ?? Side(),
        Candidate = candidate ?? Side(),
        RpsRatio = new RatioFigures(1, 0.99, 1.01),
        Gates = [],
        Slices = 100,
        GeneratorShare = 0.25,
        Elapsed = TimeSpan.FromSeconds(8),
        Findings = findings ?? [],
    };
}
