using System.Net;
using System.Text;
using ThroughputKit.Reporting;
using static System.FormattableString;

namespace ThroughputKit.Reports;

/// <summary>One page: the verdict first, then what explains it, then the rest.</summary>
/// <param name="report">The report.</param>
/// <param name="detail">How much of it is shown.</param>
internal sealed class HtmlPage(Report report, Detail detail)
{
    // Tables with words in more columns than these have their cells below each other on a phone.
    private const int MostBeside = 3;

    private const string Policy = "default-src 'none'; style-src 'unsafe-inline'";

    private readonly StringBuilder _text = new();
    private int _headings;

    public string Write()
    {
        var title = Line(report.Title);
        Add("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
        Add("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
        Add($"<meta http-equiv=\"Content-Security-Policy\" content=\"{Policy}\">\n");
        Add($"<title>{title}: {(report.Verdict is { } verdict ? $"{verdict}" : report.Kind)}</title>\n<style>\n{HtmlStyle.Text}\n</style>\n</head>\n");
        Add($"<body>\n<main>\n<p class=\"dim\">{report.Kind}</p>\n<h1>{title}</h1>\n");
        Add(string.Concat(report.Subtitles.Select(s => $"<p class=\"dim\">{Line(s)}</p>\n")));
        Add($"<p class=\"verdict {Class(report.Verdict)}\">{Marks.Of(report.Verdict)}{Lines(report.VerdictText)}</p>\n");
        Gates();
        Findings();
        List("Remarks", report.Notes);
        foreach (var table in report.Tables.Where(t => !t.IsDetail))
        {
            Section(table.Title, () => Table(table));
        }

        Charts();
        Failures();
        foreach (var table in report.Tables.Where(t => t.IsDetail && t.Rows.Count > 1))
        {
            Folded(table.Title, () => Table(table));
        }

        List("Environment", report.Environment);
        List("Settings", report.Settings);
        Add("</main>\n</body>\n</html>\n");
        return _text.ToString();
    }

    private static string Class(GateVerdict? verdict) => $"{verdict}".ToLowerInvariant();

    private void Gates()
    {
        if (report.Outcomes.Count == 0)
        {
            return;
        }

        Section("Gates", () =>
        {
            Table(ReportTables.Gates(report.Outcomes));
            Items(report.Outcomes.Where(o => o.Verdict != GateVerdict.Passed)
                .Select(o => $"<strong class=\"{Class(o.Verdict)}\">{Marks.Of(o.Verdict)}{Line(o.Name)}</strong>: {Lines(o.Message)}"));
        });
    }

    private void Findings()
    {
        if (report.Findings.Count > 0)
        {
            Section("Findings", () => Items(report.Findings.Select(f =>
                $"<strong class=\"{$"{f.Severity}".ToLowerInvariant()}\">{f.Severity}: {Line(f.Name)}</strong>{(f.Of.Length > 0 ? $" ({Line(f.Of)})" : "")} "
                + $"{Lines(f.Text)}\n<strong>Remedy:</strong> {Lines(f.Remedy)}")));
        }
    }

    private void Charts()
    {
        if (report.Charts.Count == 0)
        {
            return;
        }

        Section("Charts", () =>
        {
            Add("<div class=\"charts\">\n");
            foreach (var (index, chart) in report.Charts.Index())
            {
                Add($"<figure>\n<figcaption>{Line(chart.Title)}</figcaption>\n{Drawing.Of(chart, Invariant($"c{index}"), detail)}\n");
                Add($"<p>{Lines(chart.Finding)}</p>\n");
                Folded("Values", () => Table(chart.Values));
                Add("</figure>\n");
            }

            Add("</div>\n");
        });
    }

    private void Failures()
    {
        if (report.Failures.Count > 0)
        {
            Section("Failed requests, examples", () => Items(report.Failures.Select(f =>
                $"{(f.Of.Length > 0 ? $"{Line(f.Of)}: " : "")}{Lines(f.Text)}{Block("Sent", f.Sent)}{Block("Response", f.Response)}")));
        }
    }

    private string Block(string name, string text) => text.Length == 0 ? "" : $"\n{name}:<pre>{Lines(text)}</pre>";

    private void List(string title, IReadOnlyList<string> lines)
    {
        if (lines.Count > 0)
        {
            Section(title, () => Items(lines.Select(Lines)));
        }
    }

    private void Items(IEnumerable<string> items)
    {
        string[] all = [.. items];
        if (all.Length > 0)
        {
            Add($"<ul>\n{string.Concat(all.Take(detail.Rows).Select(i => $"<li>{i}</li>\n"))}</ul>\n");
            Note(all.Length);
        }
    }

    private void Section(string title, Action content)
    {
        var id = Invariant($"h{_headings++}");
        Add($"<section aria-labelledby=\"{id}\">\n<h2 id=\"{id}\">{Line(title)}</h2>\n");
        content();
        Add("</section>\n");
    }

    private void Folded(string title, Action content)
    {
        Add($"<details>\n<summary>{Line(title)}</summary>\n");
        content();
        Add("</details>\n");
    }

    private void Table(ReportTable table)
    {
        var isStacked = table.Rows[0].Length > MostBeside && Enumerable.Range(0, table.Rows[0].Length).Any(table.IsText);
        string[] headings = [.. table.Rows[0].Select(Line)];
        Add($"<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{Line(table.Title)}\">\n");
        Add($"<table{(isStacked ? " class=\"stacked\"" : "")}>\n<thead><tr>");
        foreach (var (column, heading) in headings.Index())
        {
            Add(heading.Length == 0 ? "<td></td>" : $"<th scope=\"col\"{Alignment(table, column)}>{heading}</th>");
        }

        Add("</tr></thead>\n<tbody>\n");
        foreach (var row in table.Rows.Skip(1).Take(detail.Rows))
        {
            Add("<tr>");
            foreach (var (column, cell) in row.Index())
            {
                var element = column == 0 ? "th" : "td";
                var name = isStacked && headings[column].Length > 0 ? $" data-name=\"{headings[column]}\"" : "";
                var title = table.Titles.TryGetValue(cell, out var full) ? $" title=\"{Line(full)}\"" : "";
                Add($"<{element}{(column == 0 ? " scope=\"row\"" : "")}{Alignment(table, column)}{name}{title}>{Line(cell)}</{element}>");
            }

            Add("</tr>\n");
        }

        Add("</tbody>\n</table>\n</div>\n");
        Note(table.Rows.Count - 1);
    }

    private static string Alignment(ReportTable table, int column) => table.IsText(column) ? " class=\"t\"" : "";

    private void Note(int count)
    {
        if (detail.LeftOut(count) is { } note)
        {
            Add($"<p class=\"dim\">{note}</p>\n");
        }
    }

    private string Line(string text) => WebUtility.HtmlEncode(Visible.Line(text, detail.Cell));

    private string Lines(string text) => WebUtility.HtmlEncode(Visible.Lines(text, detail.Text));

    private void Add(string text) => _text.Append(text);
}
