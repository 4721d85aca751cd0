using ThroughputKit.Reporting;
using ThroughputKit.Reports;

namespace ThroughputKit;

/// <summary>
/// The result of a comparison: of loads in turns, or of two results (<c>result.ComparedWith</c>), which has no slices. In turns, a side's figures, like
/// <see cref="RpsRatio"/>, are those of its slices until their last requests end, because slices are too short for slow requests:
/// <see cref="LoadResult.Duration"/> is that time, on the mean of the connections, and requests that succeed within it count as
/// <see cref="LoadResult.Succeeded"/>.
/// </summary>
public sealed record LoadComparisonResult
{
    internal LoadComparisonResult()
    {
    }

    /// <summary>Gets the result of the reference, over all slices.</summary>
    public required LoadResult Reference { get; init; }

    /// <summary>Gets the result of the candidate, over all slices.</summary>
    public required LoadResult Candidate { get; init; }

    /// <summary>Gets the ratio of the candidate's RPS to the reference's; <see langword="null"/> if requests failed.</summary>
    public required RatioFigures? RpsRatio { get; init; }

    /// <summary>
    /// Gets the ratio of the candidate's median latency to the reference's; <see langword="null"/> if requests failed, or there were too few measurements.
    /// </summary>
    public RatioFigures? P50Ratio { get; init; }

    /// <summary>
    /// Gets the ratio of the candidate's 99th percentile of latency to the reference's; <see langword="null"/> if requests failed, or fewer than 1,000
    /// latencies of either side are known.
    /// </summary>
    public RatioFigures? P99Ratio { get; init; }

    /// <summary>
    /// Gets the number of placements: how many times both sides were placed anew, over new connections and, if the kit creates the apps, occasionally with
    /// new apps.
    /// </summary>
    public int Placements { get; init; }

    /// <summary>Gets the outcome of each gate; empty if requests failed.</summary>
    public required IReadOnlyList<GateOutcome> Gates { get; init; }

    /// <summary>Gets the number of slices measured per side.</summary>
    public required int Slices { get; init; }

    /// <summary>
    /// Gets the generator's share of the processor time; <see langword="null"/> if unknown. The share dilutes a slowdown of the app: with a share of a
    /// third, an app that takes 15% longer per request has about 10% less throughput.
    /// </summary>
    public required double? GeneratorShare { get; init; }

    /// <summary>Gets the duration of the comparison, including starts, warm-ups and repeated measurements after a failure.</summary>
    public required TimeSpan Elapsed { get; init; }

    /// <summary>Gets whether two results were compared, which were measured at different times, and not loads in turns.</summary>
    internal bool IsOfResults => Slices == 0 && Elapsed == TimeSpan.Zero;

    /// <summary>Gets the findings for both sides.</summary>
    public required IReadOnlyList<Finding> Findings { get; init; }

    /// <summary>
    /// Gets the overall verdict: failed if a gate or a request of the candidate failed, passed if all gates passed, otherwise inconclusive;
    /// <see langword="null"/> if no gates were set, and the two could be compared.
    /// </summary>
    public GateVerdict? Verdict => Candidate.Failed > 0 ? GateVerdict.Failed
        : Gates.Count == 0 && (RpsRatio ?? P50Ratio ?? P99Ratio) is not null ? null : GateOutcome.Overall(Gates);

    /// <summary>Returns the comparison as JSON, with the results of both sides in the format of <see cref="LoadResult.ToJson"/>.</summary>
    public string ToJson() => ResultJson.Write(new() { Comparison = this });

    /// <summary>Returns the comparison that <see cref="ToJson"/> has written.</summary>
    /// <param name="json">The JSON.</param>
    /// <exception cref="FormatException">It is not a whole comparison, or was written by a version with another format.</exception>
    public static LoadComparisonResult FromJson(string json) => ResultJson.Read<LoadComparisonResult>(json);

    /// <inheritdoc cref="LoadResult.WriteReportAsync"/>
    public Task WriteReportAsync(string path, CancellationToken cancellationToken = default) =>
        ReportFile.WriteAsync(ComparisonReport.Of(this), ToJson(), path, cancellationToken);

    /// <summary>Returns the result as text.</summary>
    public override string ToString() => ComparisonText.Write(this);
}
