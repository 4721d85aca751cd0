using ThroughputKit.Reporting;

namespace ThroughputKit.Reports;

/// <summary>What a report says of a result of any kind, before it has a format.</summary>
internal sealed record Report
{
    /// <summary>Gets the kind of result, such as "Load test".</summary>
    public required string Kind { get; init; }

    /// <summary>Gets the name of what was measured.</summary>
    public required string Title { get; init; }

    /// <summary>Gets what was loaded, a line each; none if that is not known.</summary>
    public IReadOnlyList<string> Loads { get; init; } = [];

    /// <summary>Gets when, where and by what the report was written; empty until then.</summary>
    public string Written { get; private init; } = "";

    /// <summary>Gets the overall verdict; <see langword="null"/> if there is nothing to judge by.</summary>
    public GateVerdict? Verdict { get; init; }

    /// <summary>Gets the verdict in words or, without one, what was found.</summary>
    public required string VerdictText { get; init; }

    /// <summary>Gets how long the measurement took.</summary>
    public required TimeSpan Duration { get; init; }

    /// <summary>Gets the maximum size of the page.</summary>
    public int MaxPageBytes { get; init; } = HtmlReport.MaxBytes;

    /// <summary>Gets the outcome of each gate, the worst first.</summary>
    public IReadOnlyList<ReportOutcome> Outcomes { get; init; } = [];

    /// <summary>Gets the findings, the most severe first.</summary>
    public IReadOnlyList<ReportFinding> Findings { get; init; } = [];

    /// <summary>Gets remarks on the figures.</summary>
    public IReadOnlyList<string> Notes { get; init; } = [];

    /// <summary>Gets the tables, in the order in which they are shown.</summary>
    public IReadOnlyList<ReportTable> Tables { get; init; } = [];

    /// <summary>Gets the charts.</summary>
    public IReadOnlyList<ReportChart> Charts { get; init; } = [];

    /// <summary>Gets examples of failed requests.</summary>
    public IReadOnlyList<ReportFailure> Failures { get; init; } = [];

    /// <summary>Gets the environment, a line a fact.</summary>
    public IReadOnlyList<string> Environment { get; init; } = [];

    /// <summary>Gets the settings, a line each.</summary>
    public IReadOnlyList<string> Settings { get; init; } = [];

    /// <summary>Gets a row for each endpoint, side, variant or step.</summary>
    public IReadOnlyList<EndpointRow> EndpointRows { get; init; } = [];

    /// <summary>Gets a row for each interval of the window.</summary>
    public IReadOnlyList<IntervalRow> IntervalRows { get; init; } = [];

    /// <summary>Gets what stands below the title, a line each.</summary>
    public IEnumerable<string> Subtitles => Written.Length > 0 ? Loads.Append(Written) : Loads;

    /// <summary>Returns the report with when and where it is written.</summary>
    /// <param name="now">The present time.</param>
    /// <param name="host">The name of the machine.</param>
    public Report WrittenAt(DateTimeOffset now, string host) =>
        this with { Written = FormattableString.Invariant($"Written {now.UtcDateTime:yyyy-MM-dd HH:mm:ss} UTC on {host} by ThroughputKit {ResultJson.Kit}") };
}
