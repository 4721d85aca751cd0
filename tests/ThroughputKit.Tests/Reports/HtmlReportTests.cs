using System.Text;
using System.Text.RegularExpressions;
using ThroughputKit.Recording;
using ThroughputKit.Reports;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Reports;

/// <summary>Pages: what they need, how large they get, and what stands in them.</summary>
public partial class HtmlReportTests
{
    private static readonly string[] _pages =
    [
        HtmlReport.Write(RunReport.Of(ReportSamples.Run())), HtmlReport.Write(ComparisonReport.Of(ReportSamples.Comparison())),
        HtmlReport.Write(ExperimentReport.Of(ReportSamples.Experiment())), HtmlReport.Write(SearchReport.Of(ReportSamples.Search())),
    ];

    [Fact]
    public void A_page_needs_no_script_no_network_and_no_style_on_elements() => Assert.All(_pages, page =>
    {
        Assert.DoesNotContain("<script", page, StringComparison.OrdinalIgnoreCase);
        Assert.DoesNotMatch(@"\s(style|on[a-z]+|src|href)\s*=", page);
        Assert.DoesNotMatch("url\\(|@import|https?://", page);
        Assert.Single(StyleElement().Matches(page));
    });

    [Fact]
    public void Ids_are_unique_and_what_is_referred_to_is_there() => Assert.All(_pages, page =>
    {
        string[] ids = [.. Id().Matches(page).Select(m => m.Groups[1].Value)];
        Assert.Equal(ids.Distinct(), ids);
        Assert.All(Reference().Matches(page).SelectMany(m => m.Groups[1].Value.Split(' ')), id => Assert.Contains(id, ids));
        string[] regions = [.. Region().Matches(page).Select(m => m.Groups[1].Value)];
        Assert.Equal(regions.Distinct(), regions);
    });

    [Fact]
    public void Every_chart_says_its_finding_and_has_marks() => Assert.All(_pages, page =>
    {
        var charts = Chart().Matches(page);
        Assert.NotEmpty(charts);
        Assert.All(charts, c =>
        {
            Assert.Matches("<title id=\"[^\"]+\">[^<]+</title><desc id=\"[^\"]+\">[^<]+</desc>", c.Value);
            Assert.Contains("<path d=\"M", c.Value, StringComparison.Ordinal);
            Assert.DoesNotContain("NaN", c.Value, StringComparison.Ordinal);
            Assert.DoesNotContain("\u221e", c.Value, StringComparison.Ordinal);
        });
    });

    [Fact]
    public void The_verdict_is_first_with_its_shape()
    {
        var page = _pages[0];

        Assert.Contains("<p class=\"verdict failed\">\u2717 Failed: MinRps: 25,000 RPS; minimum 30,000", page, StringComparison.Ordinal);
        string[] order = ["class=\"verdict", ">Gates<", ">Findings<", ">Figures<", ">Requests<", ">Charts<", ">Failed requests", ">Allocated types", ">Environment<", ">Settings<"];
        Assert.Equal(order.Select(o => page.IndexOf(o, StringComparison.Ordinal)).Order(), order.Select(o => page.IndexOf(o, StringComparison.Ordinal)));
        Assert.DoesNotContain(order, o => !page.Contains(o, StringComparison.Ordinal));
    }

    [Fact]
    public void A_long_run_with_many_endpoints_stays_below_100_KB_and_says_what_is_left_out()
    {
        var result = ReportSamples.Run() with
        {
            Duration = TimeSpan.FromMinutes(10),
            Intervals = ReportSamples.Intervals(512, TimeSpan.FromSeconds(1.28), 100_000),
            Endpoints =
                [.. Enumerable.Range(0, 500).Select(i => ReportSamples.Endpoint($"GET /{new string((char)('a' + (i % 26)), 60)}/{i}", ReportSamples.Latency(1, 500, i), 500, i % 7))],
            Gates = [.. Enumerable.Range(0, 300).Select(i => new GateOutcome($"GET /{i}: MaxP99LatencyMs", GateVerdict.Failed, "9.00 ms p99 latency; limit 1.00 (800.0% over)"))],
            Findings = [.. Enumerable.Range(0, 60).Select(i => ReportSamples.NotSteady with { Name = $"Finding{i}" })],
        };

        var page = HtmlReport.Write(RunReport.Of(result));

        Assert.InRange(Encoding.UTF8.GetByteCount(page), 20_000, HtmlReport.MaxBytes);
        Assert.Matches("<p class=\"dim\">4[0-9]{2} more are left out here.</p>", page);
    }

    [Fact]
    public void A_run_of_nothing_has_a_page()
    {
        var result = MadeUp.Result(new LatencyHistogram()) with { Sent = 0, Succeeded = 0, Rps = 0, Endpoints = [] };

        Assert.Contains("No gates were set, so there is no verdict.", HtmlReport.Write(RunReport.Of(result)), StringComparison.Ordinal);
    }

    [Fact]
    public void An_experiment_claims_only_what_was_shown()
    {
        var report = ExperimentReport.Of(ReportSamples.Experiment());

        Assert.Equal(
            "minimal: 1.250 times the RPS of controllers (1.210 to 1.290); minimal, no logging: no difference was shown; "
                + "cold: not steady, so nothing was shown; short: too few rounds for an interval, so nothing was shown.",
            report.VerdictText);
        var dots = Assert.IsType<DotData>(Assert.Single(report.Charts)).Rows;
        Assert.Equal([true, true, false, false], dots.Select(d => d.Ratio.HasInterval));
        Assert.DoesNotContain("1.400", HtmlReport.Write(report), StringComparison.Ordinal); // the interval of the one that was not steady
        Assert.DoesNotContain("1.4,1.6", CsvReport.Endpoints(report), StringComparison.Ordinal);
    }

    [Fact]
    public void A_ratio_at_its_limit_is_too_near_to_tell()
    {
        var dots = Assert.IsType<DotData>(ComparisonReport.Of(ReportSamples.Comparison()).Charts[0]).Rows;

        Assert.Equal([("RPS", 0.95), ("p50 latency", null), ("p99 latency", 1.1)], dots.Select(d => (d.Name, d.Limit)));
        Assert.Equal(["slower: \u2717 beyond the limit", "slower", "no difference was shown: ? too near the limit to tell"], dots.Select(d => d.Note));
    }

    [GeneratedRegex("<style>")]
    private static partial Regex StyleElement();

    [GeneratedRegex(" id=\"([^\"]+)\"")]
    private static partial Regex Id();

    [GeneratedRegex(" aria-labelledby=\"([^\"]+)\"")]
    private static partial Regex Reference();

    [GeneratedRegex("role=\"region\" aria-label=\"([^\"]+)\"")]
    private static partial Regex Region();

    [GeneratedRegex("<svg.*?</svg>", RegexOptions.Singleline)]
    private static partial Regex Chart();
}
