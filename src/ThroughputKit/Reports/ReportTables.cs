using System.Globalization;
using ThroughputKit.Reporting;
using static System.FormattableString;
using static ThroughputKit.Reporting.LatencyText;

namespace ThroughputKit.Reports;

/// <summary>The tables of a run. Pure.</summary>
internal static class ReportTables
{
    private const int MaxTypes = 20;

    private static readonly (string Name, double Percent)[] _percentiles =
        [("p50", 50), ("p75", 75), ("p90", 90), ("p95", 95), ("p99", 99), ("p99.9", 99.9), ("p99.99", 99.99)];

    /// <summary>Returns the figures of the whole run, as its text has them.</summary>
    public static ReportTable Figures(LoadResult result) =>
        new("Figures", [["Figure", "Value"], .. Summary.Figures(result).Select(f => new[] { f.Name, f.Text })], _ => true);

    /// <summary>Returns the outcomes of gates.</summary>
    public static ReportTable Gates(IReadOnlyList<ReportOutcome> outcomes) => new(
        "Gates",
        [
            ["Verdict", "Gate", "Measured", "Limit", "Room"],
            .. outcomes.Select(o => new[] { $"{Marks.Of(o.Verdict)}{o.Verdict}", o.Name, o.Measured, o.Limit, o.Room }),
        ],
        _ => true);

    /// <summary>Returns the latencies of one side or several, a column each.</summary>
    public static ReportTable Latency(IReadOnlyList<(string Name, LatencyFigures Latency)> sides) => ReportTable.OfNumbers("Latency in ms",
    [
        ["", .. sides.Select(s => s.Name)],
        ["Mean", .. sides.Select(s => Ms(s.Latency, s.Latency.Mean, s.Latency.Unanswered > 0))],
        ["Standard deviation", .. sides.Select(s => Ms(s.Latency, s.Latency.StandardDeviation))],
        ["Min", .. sides.Select(s => s.Latency.Count == 0 ? "-" : Ms(s.Latency, s.Latency.Min))],
        .. _percentiles.Select(p => (string[])[p.Name, .. sides.Select(s => Percentile(s.Latency, p.Percent))]),
        ["Max", .. sides.Select(s => Ms(s.Latency, s.Latency.Max, s.Latency.Unanswered > 0))],
    ]);

    /// <summary>Returns the requests of a test with several, those that need a look first.</summary>
    public static IEnumerable<ReportTable> Endpoints(LoadResult result)
    {
        if (result.Endpoints.Count < 2)
        {
            return [];
        }

        var hasBytes = result.Endpoints.Any(e => e.AllocatedBytesPerRequest is not null);
        return
        [
            ReportTable.OfNumbers(result.Kind.Members,
            [
                [
                    "Name", "Sent", "Succeeded", "Failed", "In flight at end", "RPS", "Mean ms", "p50 ms", "p95 ms", "p99 ms", "Max ms",
                    .. hasBytes ? ["B/request"] : Array.Empty<string>(),
                ],
                .. result.Endpoints.OrderByDescending(e => e.Failed).ThenByDescending(e => e.Latency.Mean).Select(e => (string[])
                [
                    e.Name,
                    Invariant($"{e.Sent:N0}"),
                    Invariant($"{e.Succeeded:N0}"),
                    Invariant($"{e.Failed:N0}"),
                    Invariant($"{e.InFlightAtEnd:N0}"),
                    Readable.Rate(e.Rps),
                    Ms(e.Latency, e.Latency.Mean, e.Latency.Unanswered > 0),
                    Percentile(e.Latency, 50),
                    Percentile(e.Latency, 95),
                    Percentile(e.Latency, 99),
                    Ms(e.Latency, e.Latency.Max, e.Latency.Unanswered > 0),
                    .. hasBytes ? [e.AllocatedBytesPerRequest?.ToString("N1", CultureInfo.InvariantCulture) ?? "-"] : Array.Empty<string>(),
                ]),
            ]),
        ];
    }

    /// <summary>Returns the failures by kind, if there are any.</summary>
    public static IEnumerable<ReportTable> FailureKinds(LoadResult result) => result.Failed == 0 ? [] :
    [
        ReportTable.OfNumbers(
            "Failures by kind",
            [["Kind", "Requests"], .. FailureText.ByKind(result.Failures).Where(k => k.Count > 0).Select(k => new[] { k.Name, Invariant($"{k.Count:N0}") })]),
    ];

    /// <summary>Returns the number of responses with each status.</summary>
    public static ReportTable Statuses(LoadResult result) => ReportTable.OfNumbers(
        "Statuses", [["Status", "Responses"], .. result.Statuses.OrderBy(s => s.Key).Select(s => new[] { Invariant($"{s.Key}"), Invariant($"{s.Value:N0}") })])
        with
    { IsDetail = true };

    /// <summary>Returns the types that the app allocates, if they were sampled.</summary>
    public static IEnumerable<ReportTable> Types(LoadResult result) => result.Memory.Allocation is not { Types.Count: > 0 } allocation ? [] :
    [
        new ReportTable(
            "Allocated types, sampled",
            [["Share", "Type"], .. allocation.Types.Take(MaxTypes).Select(t => new[] { Invariant($"{t.Share:0%}"), TypeName.InCSharp(t.Type) })],
            column => column == 1)
        { IsDetail = true },
    ];

    /// <summary>Returns what the app does for a request, if it was counted.</summary>
    public static IEnumerable<ReportTable> Work(LoadResult result)
    {
        string[][] rows =
        [
            .. from work in CountedWork.Exact
               from item in result.Counts is { } counts ? work.Items(counts) : []
               select new[] { CountText.Show(item.PerRequest), Readable.Capitalized(work.NameOfOne), item.Text },
        ];
        return rows.Length == 0 ? []
            : [new ReportTable("Work of a request, counted", [["Per request", "What", "Text"], .. rows], column => column > 0) { IsDetail = true }];
    }
}
