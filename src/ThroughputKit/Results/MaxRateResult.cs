using ThroughputKit.Reporting;
using ThroughputKit.Reports;

namespace ThroughputKit;

/// <summary>The highest rate that holds a latency limit, and the search for it. Its text is a table of the steps.</summary>
public sealed record MaxRateResult
{
    internal MaxRateResult(double rate, string reason, TimeSpan maxP99, LoadResult unpaced, IReadOnlyList<MaxRateStep> steps)
    {
        (Rate, Reason, MaxP99, Unpaced, Steps) = (rate, reason, maxP99, unpaced, steps);

        // A step's warm-up is too short to show whether it was steady, and late sends count in the latency that held.
        Findings = [.. Unpaced.Findings.Concat(Highest?.Result.Findings.Where(f => f.Name is not ("NotSteady" or "LateSends")) ?? [])
            .DistinctBy(f => f.Name, StringComparer.Ordinal).OrderByDescending(f => f.Severity)];
    }

    /// <summary>
    /// Gets the highest rate that held, in requests per second; zero if none did, in which case it is below any rate of practical use. A rate at most 5%
    /// above it did not hold, unless <see cref="Reason"/> says otherwise.
    /// </summary>
    public double Rate { get; private init; }

    /// <summary>Gets a description of why the search ended.</summary>
    public string Reason { get; private init; }

    /// <summary>Gets the limit of the 99th percentile of latency.</summary>
    public TimeSpan MaxP99 { get; private init; }

    /// <summary>Gets the run without a set rate that the search began with.</summary>
    public LoadResult Unpaced { get; private init; }

    /// <summary>Gets every step, in the order in which they were run.</summary>
    public IReadOnlyList<MaxRateStep> Steps { get; private init; }

    /// <summary>Gets the findings for the run without a set rate and for the step at <see cref="Rate"/>, the most severe first.</summary>
    public IReadOnlyList<Finding> Findings { get; internal init; }

    private MaxRateStep? Highest => Steps.Where(s => s.Held).MaxBy(s => s.Rate);

    /// <summary>Returns the search as JSON, with the result of each step in the format of <see cref="LoadResult.ToJson"/>.</summary>
    public string ToJson() => ResultJson.Write(new() { MaxRate = this });

    /// <summary>Returns the search that <see cref="ToJson"/> has written.</summary>
    /// <param name="json">The JSON.</param>
    /// <exception cref="FormatException">It is not a whole search, or was written by a version with another format.</exception>
    public static MaxRateResult FromJson(string json) => ResultJson.Read<MaxRateResult>(json);

    /// <inheritdoc cref="LoadResult.WriteReportAsync"/>
    public Task WriteReportAsync(string path, CancellationToken cancellationToken = default) =>
        ReportFile.WriteAsync(SearchReport.Of(this), ToJson(), path, cancellationToken);

    /// <summary>Returns the result as text: the rate, a table of the steps, and the findings.</summary>
    public override string ToString() => MaxRateTable.Write(this);
}
