using ThroughputKit.Reporting;
using static System.FormattableString;

namespace ThroughputKit.Reports;

/// <summary>Makes the report of a search for the highest rate. Pure.</summary>
internal static class SearchReport
{
    public static Report Of(MaxRateResult result)
    {
        var highest = result.Steps.Where(s => s.Held).MaxBy(s => s.Rate);
        (string, LatencyFigures)[] sides =
        [
            ("Without a set rate", result.Unpaced.Latency),
            .. highest is null ? [] : new[] { (Invariant($"At {highest.Rate:#,0.####} RPS"), highest.Result.Latency) },
        ];
        return new Report
        {
            Kind = "Search for the highest rate",
            Title = result.Unpaced.Name,
            Loads = [LoadText.Of(result.Unpaced)],
            VerdictText = MaxRateTable.Answer(result),
            Duration = TimeSpan.Zero,
            Findings = [.. result.Findings.Select(f => ReportFinding.Create(f))],
            Tables =
            [
                .. result.Steps.Count == 0 ? [] : new[] { new ReportTable("Steps", MaxRateTable.Rows(result.Steps), MaxRateTable.IsText) },
                ReportTables.Latency(sides),
                ReportTables.Figures(result.Unpaced) with { Title = "Without a set rate" },
                .. ReportTables.Endpoints(result.Unpaced),
            ],
            Charts = [.. LatencyCharts.Percentiles(sides)],
            Failures =
            [
                .. ReportFailure.All(result.Unpaced, "Without a set rate"),
                .. result.Steps.SelectMany(s => ReportFailure.All(s.Result, Invariant($"At {s.Rate:#,0.####} RPS"))),
            ],
            Environment = Facts.Environment(result.Unpaced),
            Settings = Facts.Settings(result.Unpaced),
            EndpointRows =
            [
                EndpointRow.Of(result.Unpaced, "unpaced", result.Unpaced.Name),
                .. result.Steps.Select(s => EndpointRow.Of(s.Result, "step", s.Result.Name) with { Rate = s.Rate, Verdict = s.Held ? "yes" : "no" }),
            ],
            IntervalRows = [.. IntervalRow.All(result.Unpaced, "unpaced"), .. highest is null ? [] : IntervalRow.All(highest.Result, "highest")],
        };
    }
}
