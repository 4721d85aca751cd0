using System.Globalization;
using System.Text.Json.Nodes;
using System.Text.RegularExpressions;
using System.Xml.Linq;
using ThroughputKit.Reports;

namespace ThroughputKit.Tests.Reports;

/// <summary>The numbers of reports are those of the JSON, at the precision of the report.</summary>
public partial class ReportNumbersTests
{
    private static readonly (string Row, string Member)[] _latencies =
    [
        ("Mean", "mean"), ("Standard deviation", "standardDeviation"), ("Min", "min"), ("p50", "p50"), ("p75", "p75"), ("p90", "p90"), ("p95", "p95"),
        ("p99", "p99"), ("p99.9", "p999"), ("p99.99", "p9999"), ("Max", "max"),
    ];

    private static readonly (string Member, string Column)[] _counts =
        [("sent", "sent"), ("succeeded", "succeeded"), ("failed", "failed"), ("inFlightAtEnd", "in_flight_at_end")];

    private static readonly (string Member, string Column)[] _times =
    [
        ("mean", "mean"), ("p50", "p50"), ("p75", "p75"), ("p90", "p90"), ("p95", "p95"), ("p99", "p99"), ("p999", "p99_9"), ("p9999", "p99_99"), ("max", "max"),
    ];

    private static readonly (string Member, string Column)[] _memory =
    [
        ("gen0Collections", "gen0_collections"), ("gen1Collections", "gen1_collections"), ("gen2Collections", "gen2_collections"), ("gen0Bytes", "gen0_bytes"),
        ("gen1Bytes", "gen1_bytes"), ("gen2Bytes", "gen2_bytes"), ("largeBytes", "large_bytes"),
    ];

    private static readonly string[] _timesOfEndpoints = ["mean", "p50", "p95", "p99", "max"];

    private static readonly LoadResult _run = ReportSamples.Run();
    private static readonly Report _report = RunReport.Of(_run);
    private static readonly JsonNode _json = JsonNode.Parse(_run.ToJson())!["result"]!;

    [Fact]
    public void The_tables_of_a_run_have_the_numbers_of_the_json()
    {
        var latency = Table(_report, "Latency in ms");
        Assert.Equal(_latencies.Select(l => new[] { l.Row, Ms(_json["latency"]![l.Member]!) }), latency.Skip(1));
        foreach (var row in Table(_report, "Requests").Skip(1))
        {
            var endpoint = _json["endpoints"]!.AsArray().Single(e => (string)e!["name"]! == row[0])!;
            var times = _timesOfEndpoints.Select(m => Ms(endpoint["latency"]![m]!));
            Assert.Equal(
                [
                    Count(endpoint["sent"]!), Count(endpoint["succeeded"]!), Count(endpoint["failed"]!), Count(endpoint["inFlightAtEnd"]!),
                    ((double)endpoint["rps"]!).ToString("N0", CultureInfo.InvariantCulture), .. times,
                ],
                row.Skip(1));
        }

        Assert.Equal(_json["statuses"]!.AsObject().Select(s => new[] { s.Key, Count(s.Value!) }), Table(_report, "Statuses").Skip(1));
        Assert.StartsWith(((double)_json["rps"]!).ToString("N0", CultureInfo.InvariantCulture), Table(_report, "Figures")[1][1], StringComparison.Ordinal);
    }

    [Fact]
    public void Gates_have_the_value_and_the_limit_of_the_json()
    {
        var outcomes = _report.Outcomes.ToDictionary(o => o.Name, StringComparer.Ordinal);

        Assert.Equal([GateVerdict.Failed, GateVerdict.Inconclusive, GateVerdict.Passed, GateVerdict.Passed], _report.Outcomes.Select(o => o.Verdict)); // the worst first
        Assert.Equal(("25,000 RPS", "at least 30,000 RPS", "16.7% beyond"), Values("MinRps"));
        var p99 = 1_000 * (double)_json["latency"]!["p99"]!;
        Assert.Equal(
            (FormattableString.Invariant($"{p99:N2} ms p99 latency"), "at most 15.00 ms p99 latency", FormattableString.Invariant($"{(15 - p99) / 15:0.0%} within")),
            Values("MaxP99LatencyMs"));
        Assert.Equal(("8 failed requests", "at most 10 failed requests", "20.0% within"), Values("MaxFailures"));
        Assert.StartsWith(Ms(_json["endpoints"]![0]!["latency"]!["p50"]!), Values("GET /orders: MaxP50LatencyMs").Measured, StringComparison.Ordinal);

        (string Measured, string Limit, string Room) Values(string gate) => (outcomes[gate].Measured, outcomes[gate].Limit, outcomes[gate].Room);
    }

    [Fact]
    public void Gates_of_a_comparison_have_the_value_and_the_limit_of_their_message() => Assert.Equal(
        [
            ("RPS slowdown 15.0%, 95% interval 13.0% to 17.0%", "limit 5.0%", "10.0 points beyond"),
            ("p99 increase 2.0%, 95% interval -7.0% to 12.0%", "limit 10.0%", "8.0 points within"),
        ],
        ComparisonReport.Of(ReportSamples.Comparison()).Outcomes.Select(o => (o.Measured, o.Limit, o.Room)));

    [Fact]
    public void The_csv_has_the_numbers_of_the_json()
    {
        var rows = Csv(CsvReport.Endpoints(_report));
        JsonNode[] parts = [_json, .. _json["endpoints"]!.AsArray().Select(e => e!)];

        Assert.Equal(parts.Length, rows.Count);
        foreach (var (row, part) in rows.Zip(parts))
        {
            Assert.Equal((string)part["name"]!, row["name"]);
            Assert.Equal((double)part["rps"]!, double.Parse(row["rps"], CultureInfo.InvariantCulture));
            Assert.Equal(
                _counts.Select(c => (long)part[c.Member]!),
                _counts.Select(c => long.Parse(row[c.Column], CultureInfo.InvariantCulture)));
            Assert.Equal(
                _times.Select(t => 1_000 * (decimal)part["latency"]![t.Member]!),
                _times.Select(t => Decimal(row[$"{t.Column}_ms"])));
        }

        Assert.Equal((double)_json["memory"]!["allocation"]!["bytesPerRequest"]!, double.Parse(rows[0]["allocated_bytes_per_request"], CultureInfo.InvariantCulture));
    }

    [Fact]
    public void The_csv_of_intervals_has_the_numbers_of_the_json()
    {
        var (rows, intervals) = (Csv(CsvReport.Intervals(_report)), _json["intervals"]!);

        Assert.Equal(intervals["succeeded"]!.AsArray().Select(n => (long)n!), rows.Select(r => long.Parse(r["succeeded"], CultureInfo.InvariantCulture)));
        Assert.Equal(intervals["failed"]!.AsArray().Select(n => (long)n!), rows.Select(r => long.Parse(r["failed"], CultureInfo.InvariantCulture)));
        foreach (var (member, column) in _memory)
        {
            Assert.Equal(intervals[member]!.AsArray().Select(n => (long)n!), rows.Select(r => long.Parse(r[column], CultureInfo.InvariantCulture)));
        }

        Assert.Equal(intervals["meanLatency"]!.AsArray().Select(n => 1_000 * (decimal)n!), rows.Select(r => Decimal(r["mean_ms"])));
        Assert.Equal(intervals["maxLatency"]!.AsArray().Select(n => 1_000 * (decimal)n!), rows.Select(r => Decimal(r["max_ms"])));
    }

    [Fact]
    public void Html_and_markdown_have_the_same_tables()
    {
        foreach (var report in new[] { _report, ComparisonReport.Of(ReportSamples.Comparison()), ExperimentReport.Of(ReportSamples.Experiment()), SearchReport.Of(ReportSamples.Search()) })
        {
            var (html, markdown) = (HtmlReport.Write(report), MarkdownReport.Write(report));
            foreach (var table in report.Tables.Concat(report.Charts.Select(c => c.Values)))
            {
                Assert.Contains(HtmlTables(html), t => IsSame(t, table.Rows));
            }

            foreach (var table in report.Tables)
            {
                Assert.Contains(MarkdownTables(markdown), t => IsSame(t, table.Rows));
            }
        }
    }

    [Fact]
    public void The_values_of_a_chart_over_time_add_up_to_those_of_the_json()
    {
        var chart = Assert.IsType<LineData>(_report.Charts[0]);

        var rows = chart.Values.Rows.Skip(1).ToArray();

        Assert.InRange(rows.Length, 20, 40);
        Assert.Equal(_json["intervals"]!["failed"]!.AsArray().Sum(n => (long)n!), rows.Sum(r => long.Parse(r[5], CultureInfo.InvariantCulture)));
        var counts = _json["intervals"]!["succeeded"]!.AsArray().Select(n => (long)n!).ToArray();
        var each = counts.Length / rows.Length;
        Assert.Equal(
            counts.Chunk(each).Select(c => FormattableString.Invariant($"{c.Average() * 100:N0} {c.Min() * 100:N0} {c.Max() * 100:N0}")),
            rows.Select(r => $"{r[2]} {r[3]} {r[4]}"));
    }

    [Fact]
    public void The_values_of_memory_over_time_are_those_of_the_json()
    {
        var rows = Assert.Single(_report.Charts.OfType<MemoryData>()).Values.Rows.Skip(1).ToArray();
        var columns = _memory.Select(m => _json["intervals"]![m.Member]!.AsArray().Select(n => (long)n!).ToArray()).ToArray();
        var each = columns[0].Length / rows.Length;

        Assert.InRange(rows.Length, 20, 40);
        for (var i = 0; i < rows.Length; i++)
        {
            var largest = Enumerable.Range(i * each, each).MaxBy(n => columns[3..].Sum(c => c[n]));
            Assert.Equal(columns[3..].Select(c => (c[largest] / 1e6).ToString("#,0.00", CultureInfo.InvariantCulture)), rows[i][2..6]);
            Assert.Equal(columns[..3].Select(c => c[(i * each)..((i + 1) * each)].Sum().ToString(CultureInfo.InvariantCulture)), rows[i][6..]);
        }
    }

    [Fact]
    public void Where_nothing_succeeded_the_csv_has_no_latency_and_unknown_memory_is_empty()
    {
        var interval = _run.Intervals[0] with { Succeeded = 0, MeanLatency = TimeSpan.Zero, MaxLatency = TimeSpan.Zero, Memory = null };

        var row = Csv(CsvReport.Intervals(RunReport.Of(_run with { Intervals = [interval] }))).Single();

        Assert.Equal(("", ""), (row["mean_ms"], row["max_ms"]));
        Assert.All(_memory, m => Assert.Equal("", row[m.Column]));
    }

    private static IReadOnlyList<string[]> Table(Report report, string title) => report.Tables.Single(t => t.Title == title).Rows;

    private static string Ms(JsonNode seconds) => (1_000 * (decimal)seconds).ToString("#,0.00", CultureInfo.InvariantCulture);

    private static string Count(JsonNode count) => ((long)count).ToString("N0", CultureInfo.InvariantCulture);

    private static decimal Decimal(string text) => decimal.Parse(text, CultureInfo.InvariantCulture);

    private static bool IsSame(string[][] one, IReadOnlyList<string[]> other) =>
        one.Length == other.Count && one.Zip(other).All(r => r.First.SequenceEqual(r.Second, StringComparer.Ordinal));

    private static IEnumerable<string[][]> HtmlTables(string html) => HtmlTable().Matches(html).Select(m => XElement.Parse(m.Value).Descendants("tr")
        .Select(r => r.Elements().Select(c => c.Value).ToArray()).ToArray());

    private static IEnumerable<string[][]> MarkdownTables(string markdown) => markdown.Split("\n\n").Where(p => p.StartsWith('|')).Select(t => t.TrimEnd().Split('\n')
        .Where((_, i) => i != 1).Select(l => l[2..^2].Split(" | ").Select(c => Escaped().Replace(c, "$1")).ToArray()).ToArray());

    internal static IReadOnlyList<Dictionary<string, string>> Csv(string text)
    {
        var rows = CsvRow().Matches(text).Select(r => r.Groups["cell"].Captures.Select(c => c.Value.StartsWith('"') ? c.Value[1..^1].Replace("\"\"", "\"", StringComparison.Ordinal) : c.Value).ToArray())
            .ToArray();
        Assert.All(rows, r => Assert.Equal(rows[0].Length, r.Length));
        Assert.Equal(text.Length, CsvRow().Matches(text).Sum(m => m.Length));
        return [.. rows.Skip(1).Select(r => rows[0].Zip(r).ToDictionary(c => c.First, c => c.Second, StringComparer.Ordinal))];
    }

    [GeneratedRegex("<table[^>]*>.*?</table>", RegexOptions.Singleline)]
    private static partial Regex HtmlTable();

    [GeneratedRegex(@"\\(.)")]
    private static partial Regex Escaped();

    // RFC 4180.
    [GeneratedRegex("(?<cell>\"([^\"]|\"\")*\"|[^\",\r\n]*)(,(?<cell>\"([^\"]|\"\")*\"|[^\",\r\n]*))*\r\n")]
    private static partial Regex CsvRow();
}
