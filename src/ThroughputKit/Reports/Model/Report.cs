namespace ThroughputKit.Reports;

/// <summary>What a report says of a result of any kind, before it has a format.</summary>
internal sealed record Report
{
    /// <summary>Gets the kind of result, such as "Load test".</summary>
    public required string Kind { get; init; }

    /// <summary>Gets the name of what was measured.</summary>
    public required string Title { get; init; }

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
}
