namespace ThroughputKit.Reports;

/// <summary>Makes the report of one run. Pure.</summary>
internal static class RunReport
{
    public static Report Of(LoadResult result)
    {
        var outcomes = Outcomes.Of(result);
        return new Report
        {
            Kind = "Load test",
            Title = result.Name,
            Loads = [LoadText.Of(result)],
            Verdict = result.Verdict,
            VerdictText = Outcomes.Verdict(result.Verdict, outcomes),
            Duration = result.Times?.All ?? result.Duration,
            Outcomes = outcomes,
            Findings = [.. result.Findings.Select(f => ReportFinding.Create(f))],
            Tables =
            [
                ReportTables.Figures(result), ReportTables.Latency([("All", result.Latency)]), .. ReportTables.Endpoints(result),
                .. ReportTables.FailureKinds(result), ReportTables.Statuses(result), .. ReportTables.Work(result), .. ReportTables.Types(result),
            ],
            Charts = [.. TimeCharts.Of(result), .. LatencyCharts.Percentiles([("all", result.Latency)])],
            Failures = [.. ReportFailure.All(result)],
            Environment = Facts.Environment(result),
            Settings = Facts.Settings(result),
            EndpointRows =
                [EndpointRow.Of(result, "all", result.Name) with { Rate = LoadText.Rate(result) }, .. result.Endpoints.Select(e => EndpointRow.Of(e))],
            IntervalRows = [.. IntervalRow.All(result)],
        };
    }
}
