using System.Globalization;
using System.Text;
using System.Xml;
using ThroughputKit.Reporting;

namespace ThroughputKit.Reports;

/// <summary>
/// Writes a report as JUnit XML, a case for each gate: what is inconclusive, or has no gates to judge it, is skipped. It fits the schema of Jenkins' xUnit
/// plug-in, the strictest of its readers.
/// </summary>
internal static class JUnitReport
{
    private const int MaxMessage = 1_000, MaxText = 10_000, MaxCases = 1_000;

    /// <param name="report">The report.</param>
    /// <param name="now">The present time.</param>
    /// <param name="host">The name of the machine.</param>
    public static string Write(Report report, DateTimeOffset now, string host)
    {
        ReportOutcome[] cases = report.Outcomes.Count > 0
            ? [.. report.Outcomes.Take(MaxCases)]
            : [new ReportOutcome(report.Kind, "", report.Verdict ?? GateVerdict.Inconclusive, "", "", "", report.VerdictText)];
        var text = new StringBuilder();
        using (var xml = XmlWriter.Create(text, new XmlWriterSettings { Indent = true, NewLineChars = "\n", OmitXmlDeclaration = true }))
        {
            var (failed, skipped) = (cases.Count(c => c.Verdict == GateVerdict.Failed), cases.Count(c => c.Verdict == GateVerdict.Inconclusive));
            xml.WriteStartElement("testsuites");
            Attribute("name", report.Kind);
            Counts();
            Attribute("time", Seconds(report.Duration));
            xml.WriteStartElement("testsuite");
            Attribute("name", report.Title);
            Counts();
            Attribute("skipped", Number(skipped));
            Attribute("time", Seconds(report.Duration));
            Attribute("timestamp", now.UtcDateTime.ToString("yyyy-MM-ddTHH:mm:ss", CultureInfo.InvariantCulture));
            Attribute("hostname", host);
            foreach (var (index, one) in cases.Index())
            {
                xml.WriteStartElement("testcase");
                Attribute("classname", report.Title);
                Attribute("name", one.Name);
                Attribute("time", Seconds(index == 0 ? report.Duration : TimeSpan.Zero)); // so that readers who add them up get the whole
                Outcome(one);
                xml.WriteEndElement();
            }

            if (Remarks(report) is { Length: > 0 } remarks)
            {
                xml.WriteElementString("system-out", Visible.Lines(remarks, MaxText));
            }

            xml.WriteEndElement();
            xml.WriteEndElement();

            void Counts()
            {
                Attribute("tests", Number(cases.Length));
                Attribute("failures", Number(failed));
                Attribute("errors", "0");
            }

            void Outcome(ReportOutcome one)
            {
                if (one.Verdict == GateVerdict.Passed)
                {
                    return;
                }

                var hasFailed = one.Verdict == GateVerdict.Failed;
                xml.WriteStartElement(hasFailed ? "failure" : "skipped");
                Attribute("message", one.Message);
                if (hasFailed)
                {
                    Attribute("type", nameof(LoadGateException));
                    xml.WriteString(Visible.Lines(string.Join('\n', [one.Message, .. report.Failures.Select(f => f.Text)]), MaxText));
                }

                xml.WriteEndElement();
            }

            void Attribute(string name, string value) => xml.WriteAttributeString(name, Visible.Line(value, MaxMessage));
        }

        return $"<?xml version=\"1.0\" encoding=\"utf-8\"?>\n{text}\n";
    }

    private static string Remarks(Report report) => string.Join(
        '\n', [.. report.Findings.Select(f => $"{f.Severity} {f.Name}: {f.Text} {f.Remedy}"), .. report.Notes, .. report.Environment, .. report.Settings]);

    private static string Number(int number) => number.ToString(CultureInfo.InvariantCulture);

    private static string Seconds(TimeSpan time) => time.TotalSeconds.ToString("0.000", CultureInfo.InvariantCulture);
}
