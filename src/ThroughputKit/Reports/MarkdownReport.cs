using System.Text;
using ThroughputKit.Reporting;

namespace ThroughputKit.Reports;

/// <summary>Writes a report in GitHub's Markdown, the verdict first, and short enough for a comment or the summary of a step.</summary>
internal static class MarkdownReport
{
    private const int MaxLength = 60_000;

    public static string Write(Report report) => Detail.Fitting(MaxLength, d => Write(report, d), text => text.Length);

    private static string Write(Report report, Detail detail)
    {
        var text = new StringBuilder();
        text.Append("## ").Append(Text(report.Title)).Append('\n').AppendJoin("", report.Subtitles.Select(s => $"\n{Text(s)}\n"))
            .Append("\n**").Append(Marks.Of(report.Verdict)).Append(Text(report.VerdictText)).Append("**\n");
        Table(ReportTables.Gates(report.Outcomes) with { Title = "" });
        List("Why", report.Outcomes.Where(o => o.Verdict != GateVerdict.Passed).Select(o => $"{o.Name}: {o.Message}"));
        List("Findings", report.Findings.Select(f => $"{f.Severity} {(f.Of.Length > 0 ? $"({f.Of}) " : "")}{f.Name}: {f.Text} {f.Remedy}"));
        List("Remarks", report.Notes);
        foreach (var table in report.Tables.OrderBy(t => t.IsDetail))
        {
            Table(table);
        }

        List("Failed requests", report.Failures.Select(f => $"{(f.Of.Length > 0 ? $"{f.Of}: " : "")}{f.Text}"
            + $"{(f.Sent.Length > 0 ? $"; sent: {f.Sent}" : "")}{(f.Response.Length > 0 ? $"; response: {f.Response}" : "")}"));
        List("Environment", report.Environment);
        List("Settings", report.Settings);
        return text.ToString();

        void Table(ReportTable table)
        {
            if (table.Rows.Count < 2)
            {
                return;
            }

            Heading(table.Title);
            string[][] rows = [.. table.Rows.Take(detail.Rows + 1).Select(r => r.Select(c => Visible.Line(c, detail.Cell)).ToArray())];
            text.Append('\n').Append(MarkdownTable.Write(rows, table.IsText).ReplaceLineEndings("\n")).Append('\n');
            Note(table.Rows.Count - 1);
        }

        void List(string heading, IEnumerable<string> lines)
        {
            string[] all = [.. lines];
            if (all.Length == 0)
            {
                return;
            }

            Heading(heading);
            text.Append('\n');
            foreach (var line in all.Take(detail.Rows))
            {
                text.Append(MarkdownTable.Item(line, detail.Text)).Append('\n');
            }

            Note(all.Length);
        }

        void Heading(string heading) => text.Append(heading.Length > 0 ? $"\n### {Text(heading)}\n" : "");

        void Note(int count) => text.Append(detail.LeftOut(count) is { } note ? $"\n{note}\n" : "");

        string Text(string words) => MarkdownTable.Escape(Visible.Line(words, detail.Cell));
    }
}
