using static System.FormattableString;

namespace ThroughputKit;

/// <summary>What a run is doing. Reported when it begins something else, and about once a second while it measures.</summary>
/// <param name="Step">What it is doing, such as "Measuring".</param>
/// <param name="Elapsed">The time since the run began.</param>
public sealed record LoadProgress(string Step, TimeSpan Elapsed)
{
    /// <summary>Gets an estimate of the maximum time until the step ends; <see langword="null"/> if there is none.</summary>
    public TimeSpan? Left { get; init; }

    /// <summary>Gets the number of requests of the window that have succeeded; <see langword="null"/> if the step isn't the window of one load.</summary>
    public long? Succeeded { get; init; }

    /// <summary>Gets the number of requests of the window that have failed; <see langword="null"/> if the step isn't the window of one load.</summary>
    public long? Failed { get; init; }

    /// <summary>Gets the successful requests per second of the window so far; <see langword="null"/> if the step isn't the window of one load.</summary>
    public double? Rps { get; init; }

    /// <summary>
    /// Gets the successful requests per second since the last report; <see langword="null"/> if the step isn't the window of one load, or has gone on for less
    /// than half a second.
    /// </summary>
    public double? RpsNow { get; init; }

    /// <summary>
    /// Gets the median latency of the window so far; <see langword="null"/> if the step isn't the window of one load, or none has succeeded. Requests that end
    /// while it is read may be missing.
    /// </summary>
    public TimeSpan? P50 { get; init; }

    /// <summary>Gets the 99th percentile of latency of the window so far; <see langword="null"/> as <see cref="P50"/>.</summary>
    public TimeSpan? P99 { get; init; }

    /// <summary>
    /// Gets the ratio of the candidate's RPS to the reference's so far, with the 95% interval of what has been measured. The interval narrows; that of the
    /// result may be wider, because gates and early ends are paid for. <see langword="null"/> if the step isn't a comparison, or an experiment with two
    /// variants, or too little was measured.
    /// </summary>
    public RatioFigures? RpsRatio { get; init; }

    private string Latency => P50 is { } p50 && P99 is { } p99 ? $", p50 {Readable.Ms(p50)}, p99 {Readable.Ms(p99)}" : "";

    private string Ratio => RpsRatio is { } ratio ? Invariant($": RPS ratio {ratio.Value:0.000} ({ratio.Low:0.000} to {ratio.High:0.000})") : "";

    /// <summary>
    /// Returns one line of text, such as "Measuring (4 s, about 6 s left): 48,211 succeeded, 0 failed, 16,070 RPS, 16,204 now, p50 0.41 ms, p99 1.93 ms".
    /// </summary>
    public override string ToString()
    {
        var left = Left is { } time ? Invariant($", about {WholeSeconds(time):#,0} s left") : "";
        var now = RpsNow is { } latest ? $", {Readable.Rate(latest)} now" : "";
        var load = Rps is { } rps ? Invariant($": {Succeeded:N0} succeeded, {Failed:N0} failed, {Readable.Rate(rps)} RPS{now}{Latency}") : "";
        return Invariant($"{Step} ({Elapsed.TotalSeconds:#,0} s{left}){load}{Ratio}");
    }

    /// <summary>Returns what changes most in fewer words, for a terminal that is too narrow for all.</summary>
    internal string ToShortString()
    {
        var time = Left is { } left ? Invariant($"{WholeSeconds(left):#,0} s left") : Invariant($"{Elapsed.TotalSeconds:#,0} s");
        var load = (RpsNow ?? Rps) is { } rps ? Invariant($": {Failed:N0} failed, {Readable.Rate(rps)} RPS{(RpsNow is null ? "" : " now")}{Latency}") : "";
        return $"{Step} ({time}){load}{Ratio}";
    }

    private static double WholeSeconds(TimeSpan time) => Math.Ceiling(time.TotalSeconds);
}
