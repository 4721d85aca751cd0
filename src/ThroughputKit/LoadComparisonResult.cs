using ThroughputKit.Comparison;
using ThroughputKit.Reporting;
using ThroughputKit.Running;

namespace ThroughputKit;

/// <summary>
/// What a comparison found out. A side's <see cref="LoadResult.RequestsPerSecond"/> is worked out over the time until the last requests of its
/// slices end, as <see cref="RpsRatio"/> is, and not over their windows, which are too short for slow requests.
/// </summary>
public sealed record LoadComparisonResult
{
    /// <summary>Gets what was measured of the reference, over all slices.</summary>
    public required LoadResult Reference { get; init; }

    /// <summary>Gets what was measured of the candidate, over all slices.</summary>
    public required LoadResult Candidate { get; init; }

    /// <summary>Gets the ratio of the candidate's RPS to the reference's; <see langword="null"/> if requests failed.</summary>
    public required RatioFigures? RpsRatio { get; init; }

    /// <summary>Gets the ratio of the candidate's median latency to the reference's; <see langword="null"/> if requests failed, or too little was measured.</summary>
    public RatioFigures? P50Ratio { get; init; }

    /// <summary>
    /// Gets the ratio of the candidate's 99th percentile of latency to the reference's; <see langword="null"/> if requests failed, or fewer than 1,000
    /// latencies of either side are known.
    /// </summary>
    public RatioFigures? P99Ratio { get; init; }

    /// <summary>Gets how many times both sides were placed anew: over new connections and, where the kit makes the apps, with new apps now and then.</summary>
    public int Placements { get; init; }

    /// <summary>Gets what was found out about each gate; empty if requests failed.</summary>
    public required IReadOnlyList<ComparedGate> Gates { get; init; }

    /// <summary>Gets how many slices of each side were measured.</summary>
    public required int Slices { get; init; }

    /// <summary>
    /// Gets the generator's share of the processor time; <see langword="null"/> if it isn't known. It dilutes what an app alone is slower by: with
    /// a share of a third, an app that takes 15% longer for a request has about 10% less throughput.
    /// </summary>
    public required double? GeneratorShare { get; init; }

    /// <summary>Gets how long the comparison took: starts, warm-ups and the measuring again of what failed included.</summary>
    public required TimeSpan Elapsed { get; init; }

    /// <summary>Gets whether both sides were loaded over fewer connections than the default, as more kept their apps no busier.</summary>
    internal bool HasChosenConnections { get; init; }

    /// <summary>Gets the doubts about either side.</summary>
    public required IReadOnlyList<Finding> Findings { get; init; }

    /// <summary>
    /// Gets what the gates say together: failed if one failed or a request of the candidate did, passed if there are gates and all passed,
    /// otherwise inconclusive.
    /// </summary>
    public ComparisonVerdict Verdict =>
        Candidate.Failed > 0 || Gates.Any(g => g.Verdict == ComparisonVerdict.Failed) ? ComparisonVerdict.Failed
        : Gates.Count > 0 && Gates.All(g => g.Verdict == ComparisonVerdict.Passed) ? ComparisonVerdict.Passed
        : ComparisonVerdict.Inconclusive;

    /// <summary>
    /// Passes unless the verdict is failed, or there is no evidence to judge by. A verdict that noise made inconclusive passes too, with the reason on the
    /// console's error stream, unless it is to fail.
    /// </summary>
    /// <param name="failIfInconclusive">Whether an inconclusive verdict fails.</param>
    /// <returns>The same result.</returns>
    /// <exception cref="LoadGateException">Gates failed, or requests of the candidate did; the message names them all.</exception>
    /// <exception cref="LoadInconclusiveException">The verdict is inconclusive, and that is to fail.</exception>
    /// <exception cref="LoadTestException">
    /// There are no gates, requests of the reference failed, too few had a response, or the set-up makes figures worthless, as a Debug build
    /// does. Within a <c>[ThroughputFact]</c> only missing gates throw here: the test's own judgement covers the rest.
    /// </exception>
    public LoadComparisonResult Verify(bool failIfInconclusive = false)
    {
        var verdict = ComparisonJudge.Judge(this);
        if (verdict.Failures.Count > 0)
        {
            throw new LoadGateException([verdict]);
        }

        Problem[] missing = [.. ResultScope.Current is null ? ComparisonEvidence.Missing(this) : ComparisonEvidence.Ungated(this)];
        if (missing.Length > 0)
        {
            throw LoadTestException.Unjudged("The comparison could not be judged", missing);
        }

        if (verdict.Open.Count > 0)
        {
            Tell(string.Join(Environment.NewLine, verdict.Open.Select(o => $"Inconclusive: {o}")), failIfInconclusive);
        }

        return this;
    }

    /// <summary>The comparison as JSON, with the results of both sides: as <see cref="LoadResult.ToJson"/> writes them.</summary>
    public string ToJson() => ResultJson.Write(this);

    /// <summary>The result as text.</summary>
    public override string ToString() => ComparisonText.Write(this);

    // A throughput test says it by itself.
    private static void Tell(string reason, bool fails)
    {
        if (fails)
        {
            throw new LoadInconclusiveException(reason);
        }

        if (ResultScope.Current is null)
        {
            Console.Error.WriteLine(reason);
        }
    }
}
