using System.Diagnostics;
using System.Text;
using System.Xml.Linq;
using ThroughputKit.Reports;

namespace ThroughputKit.Tests.Reports;

/// <summary>Text of strangers, such as the body of an error page, stays text in every format.</summary>
public class HostileNamesTests
{
    private const string Hostile = "=cmd|' /C calc'!A0 </style><script>alert(1)</script><img src=x onerror=alert(1) style=\"x\">\n| a | `b` &lt; @you #1\r\n\u001b[31m\u202e\u2028\0\uffff\ud800";

    private static readonly string _long = Hostile + new string('x', 10_000_000);

    public static TheoryData<string> Kinds => ["run", "comparison", "experiment", "search"];

    [Theory]
    [MemberData(nameof(Kinds))]
    public void In_html_it_is_encoded_and_cut(string kind)
    {
        var html = HtmlReport.Write(Of(kind));

        AssertVisible(html.Replace("\n", "", StringComparison.Ordinal));
        Assert.DoesNotContain("<script", html, StringComparison.OrdinalIgnoreCase);
        Assert.DoesNotContain(" style=\"", html, StringComparison.OrdinalIgnoreCase);
        Assert.DoesNotContain("<img", html, StringComparison.OrdinalIgnoreCase);
        Assert.Equal(html.IndexOf("</style>", StringComparison.Ordinal), html.LastIndexOf("</style>", StringComparison.Ordinal));
        Assert.Contains("=cmd|&#39; /C calc&#39;!A0 &lt;/style&gt;&lt;script&gt;", html, StringComparison.Ordinal);
        Assert.InRange(Encoding.UTF8.GetByteCount(html), 1_000, HtmlReport.MaxBytes);
    }

    [Theory]
    [MemberData(nameof(Kinds))]
    public void In_markdown_it_is_escaped_and_cut(string kind)
    {
        var markdown = MarkdownReport.Write(Of(kind));

        AssertVisible(markdown.Replace("\n", "", StringComparison.Ordinal));
        Assert.DoesNotContain("<script", markdown.Replace("\\<", "", StringComparison.Ordinal), StringComparison.OrdinalIgnoreCase);
        Assert.InRange(markdown.Length, 100, 60_000);
        foreach (var table in markdown.Split("\n\n").Where(p => p.StartsWith('|')))
        {
            var columns = table.TrimEnd().Split('\n').Select(l => l.Replace("\\\\", "", StringComparison.Ordinal).Replace("\\|", "", StringComparison.Ordinal).Count(c => c == '|'));
            Assert.Single(columns.Distinct());
        }
    }

    [Theory]
    [MemberData(nameof(Kinds))]
    public void In_xml_it_is_encoded_and_cut(string kind)
    {
        var xml = JUnitReport.Write(Of(kind), default, _long);

        AssertVisible(xml.Replace("\n", "", StringComparison.Ordinal));
        Assert.InRange(xml.Length, 100, 100_000);
        Assert.Equal("testsuites", XDocument.Parse(xml).Root!.Name.LocalName);
    }

    [Theory]
    [MemberData(nameof(Kinds))]
    public void In_csv_it_is_no_formula(string kind)
    {
        var csv = CsvReport.Endpoints(Of(kind));

        AssertVisible(csv.Replace("\r\n", "", StringComparison.Ordinal));
        var rows = ReportNumbersTests.Csv(csv);
        Assert.Contains(rows, r => r["name"].StartsWith("'=cmd", StringComparison.Ordinal));
        Assert.DoesNotContain(rows.SelectMany(r => r.Values), c => c.Length > 0 && "=+@\t\r".Contains(c[0], StringComparison.Ordinal));
        Assert.InRange(csv.Length, 100, 20_000);
    }

    [Fact]
    public void A_line_of_10_MB_costs_little_time_in_every_format()
    {
        var clock = Stopwatch.StartNew();
        var report = Of("run");
        _ = HtmlReport.Write(report) + MarkdownReport.Write(report) + JUnitReport.Write(report, default, "") + CsvReport.Endpoints(report);

        Assert.InRange(clock.Elapsed, TimeSpan.Zero, TimeSpan.FromMinutes(1)); // about 0.2 s; what grows with the square would take hours
    }

    private static void AssertVisible(string text) => Assert.DoesNotContain(text, c => char.IsControl(c) || c is '\u202e' or '\u2028' or '\uffff' || char.IsSurrogate(c));

    private static Report Of(string kind)
    {
        var finding = new Finding(_long, FindingSeverity.Error, _long, _long);
        var example = new FailureExample { Kind = FailureKind.Read, Request = _long, At = TimeSpan.Zero, Detail = _long, Sent = _long, Response = _long };
        var run = ReportSamples.Run() with
        {
            Name = _long,
            Gates = [new(_long, GateVerdict.Failed, _long), new("MinRps", GateVerdict.Inconclusive, _long)],
            Findings = [finding],
            Failures = ReportSamples.Failures(8) with { Examples = [example] },
            Endpoints = [ReportSamples.Endpoint(_long, ReportSamples.Latency(1, 10, 1), 10, 0), ReportSamples.Endpoint("-b", ReportSamples.Latency(1, 10, 1), 10, 0)],
            Origin = _long,
        };
        return kind switch
        {
            "run" => RunReport.Of(run),
            "comparison" => ComparisonReport.Of(ReportSamples.Comparison() with { Reference = run with { Failed = 0 }, Candidate = run with { Failed = 0 }, Findings = [finding] }),
            "experiment" => ExperimentReport.Of(new LoadExperimentResult(
                [
                    new VariantFigures(_long, [new LoadSample(1) { FirstFailure = example, Findings = [finding] }], RatioFigures.OfReference),
                    new VariantFigures(_long + "2", [new LoadSample(1)], new RatioFigures(1, 0.9, 1.1)),
                ],
                _long)),
            _ => SearchReport.Of(new MaxRateResult(1, _long, TimeSpan.Zero, run, [])),
        };
    }
}
