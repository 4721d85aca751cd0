using ThroughputKit.Searching;

namespace ThroughputKit;

/// <summary>The highest rate that holds a limit of latency, and how it was found. Its text is a table of the steps.</summary>
public sealed record MaxRateResult
{
    internal MaxRateResult(double rate, string reason, double maxP99Ms, LoadResult unpaced, IReadOnlyList<MaxRateStep> steps)
    {
        (Rate, Reason, MaxP99Ms, Unpaced, Steps) = (rate, reason, maxP99Ms, unpaced, steps);

        // A step's warm-up is too short to tell whether it was steady, and what is sent late counts in the latency that held.
        Findings = [.. Unpaced.Findings.Concat(Highest?.Result.Findings.Where(f => f.Name is not ("NotSteady" or "LateSends")) ?? [])
            .DistinctBy(f => f.Name, StringComparer.Ordinal).OrderByDescending(f => f.Severity)];
    }

    /// <summary>
    /// Gets the highest rate that held, in requests a second; zero if none did, which is below any rate that one could ask for. A rate
    /// at most 5% above it did not hold, unless <see cref="Reason"/> says otherwise.
    /// </summary>
    public double Rate { get; }

    /// <summary>Gets why the search ended there, in words.</summary>
    public string Reason { get; }

    /// <summary>Gets the limit of the 99th percentile of latency, in milliseconds.</summary>
    public double MaxP99Ms { get; }

    /// <summary>Gets the run without a set rate that the search began with.</summary>
    public LoadResult Unpaced { get; }

    /// <summary>Gets every step, in the order in which they were run.</summary>
    public IReadOnlyList<MaxRateStep> Steps { get; }

    /// <summary>Gets the doubts about the run without a set rate and about the step at <see cref="Rate"/>, the gravest first.</summary>
    public IReadOnlyList<Finding> Findings { get; internal init; }

    /// <summary>Gets how long it took to stop the app that was kept for all steps.</summary>
    internal TimeSpan StopTime { get; init; }

    /// <summary>Gets the result of the step at <see cref="Rate"/>, where none held, of the last that was tried; with the times of the whole search.</summary>
    internal LoadResult Decisive
    {
        get
        {
            var judged = Highest?.Result ?? (Steps is [.., var last] ? last.Result : Unpaced);
            return judged with { Times = SearchTimes.Of(judged, [Unpaced, .. Steps.Select(s => s.Result)], StopTime) };
        }
    }

    private MaxRateStep? Highest => Steps.Where(s => s.Held).MaxBy(s => s.Rate);

    /// <summary>The result as text: the rate, a table of the steps, and the doubts.</summary>
    public override string ToString() => MaxRateTable.Write(this);
}
