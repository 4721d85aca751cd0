using System.Xml.Linq;
using ThroughputKit.Recording;
using ThroughputKit.Reports;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Reports;

/// <summary>JUnit XML as its strictest reader, Jenkins' xUnit plug-in, wants it.</summary>
public class JUnitReportTests
{
    // Of the plug-in's schema, as much as is written: the attributes of each element, those that it requires first.
    private static readonly Dictionary<string, (string[] Required, string[] Allowed, string[] Children)> _schema = new(StringComparer.Ordinal)
    {
        ["testsuites"] = ([], ["name", "time", "tests", "failures", "errors"], ["testsuite"]),
        ["testsuite"] = (["name", "tests", "failures", "errors"], ["time", "skipped", "timestamp", "hostname"], ["testcase", "system-out"]),
        ["testcase"] = (["name"], ["time", "classname"], ["skipped", "failure"]),
        ["skipped"] = ([], ["message", "type"], []),
        ["failure"] = ([], ["message", "type"], []),
        ["system-out"] = ([], [], []),
    };

    [Fact]
    public void It_fits_the_schema()
    {
        foreach (var report in new[] { RunReport.Of(ReportSamples.Run()), ComparisonReport.Of(ReportSamples.Comparison()), ExperimentReport.Of(ReportSamples.Experiment()), SearchReport.Of(ReportSamples.Search()) })
        {
            foreach (var element in Read(report).DescendantsAndSelf())
            {
                var (required, allowed, children) = _schema[element.Name.LocalName];
                string[] attributes = [.. element.Attributes().Select(a => a.Name.LocalName)];
                Assert.Empty(required.Except(attributes));
                Assert.Empty(attributes.Except(required).Except(allowed));
                Assert.Empty(element.Elements().Select(e => e.Name.LocalName).Except(children));
                Assert.All(element.Attributes("time"), t => Assert.Matches(@"^[0-9]+\.[0-9]{3}$", t.Value));
                Assert.All(element.Attributes("timestamp"), t => Assert.Equal("2026-11-28T02:00:00", t.Value));
            }
        }
    }

    [Fact]
    public void A_gate_is_a_case_and_an_inconclusive_one_is_skipped()
    {
        var suite = Read(RunReport.Of(ReportSamples.Run())).Element("testsuite")!;

        Assert.Equal(("4", "1", "1"), (suite.Attribute("tests")!.Value, suite.Attribute("failures")!.Value, suite.Attribute("skipped")!.Value));
        Assert.Equal(
            [("MinRps", "failure"), ("MaxP99LatencyMs", "skipped"), ("MaxFailures", null), ("GET /orders: MaxP50LatencyMs", null)],
            suite.Elements("testcase").Select(c => (c.Attribute("name")!.Value, c.Elements().SingleOrDefault()?.Name.LocalName)));
        Assert.StartsWith("25,000 RPS; minimum 30,000", suite.Descendants("failure").Single().Attribute("message")!.Value, StringComparison.Ordinal);
        Assert.Contains("UnexpectedStatus at 1.200 s, POST /orders: the status is 500", suite.Descendants("failure").Single().Value, StringComparison.Ordinal);
        Assert.StartsWith("13.63 ms p99 latency; limit 15.00", suite.Descendants("skipped").Single().Attribute("message")!.Value, StringComparison.Ordinal);
    }

    [Fact]
    public void A_result_without_gates_is_one_case_that_is_skipped()
    {
        var suite = Read(RunReport.Of(MadeUp.Result(new LatencyHistogram()))).Element("testsuite")!;

        Assert.Equal(("1", "0", "1"), (suite.Attribute("tests")!.Value, suite.Attribute("failures")!.Value, suite.Attribute("skipped")!.Value));
        var skipped = Assert.Single(Assert.Single(suite.Elements("testcase")).Elements("skipped"));
        Assert.Equal("No gates were set, so there is no verdict.", skipped.Attribute("message")!.Value);
    }

    [Fact]
    public void A_candidate_whose_requests_failed_fails_without_a_gate()
    {
        var compared = ReportSamples.Comparison();
        var report = ComparisonReport.Of(compared with { Candidate = compared.Candidate with { Failed = 3 }, Gates = [], RpsRatio = null });

        Assert.Equal(GateVerdict.Failed, report.Verdict);
        Assert.StartsWith("Failed: Evidence: 3 requests of the candidate failed", report.VerdictText, StringComparison.Ordinal);
        Assert.Single(Read(report).Descendants("failure"));
    }

    private static XElement Read(Report report) => XDocument.Parse(JUnitReport.Write(report, new DateTimeOffset(2026, 11, 28, 2, 0, 0, TimeSpan.Zero), "build-7")).Root!;
}
