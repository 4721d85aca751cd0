using System.Globalization;

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

    /// <summary>Returns one line of text, such as "Measuring (4 s, about 6 s left): 48,211 succeeded, 0 failed, 16,070 RPS".</summary>
    public override string ToString()
    {
        var left = Left is { } time ? string.Create(CultureInfo.InvariantCulture, $", about {Math.Ceiling(time.TotalSeconds):#,0} s left") : "";
        var load = Rps is not { } rps ? ""
            : string.Create(CultureInfo.InvariantCulture, $": {Succeeded:N0} succeeded, {Failed:N0} failed, {Readable.Rate(rps)} RPS");
        return string.Create(CultureInfo.InvariantCulture, $"{Step} ({Elapsed.TotalSeconds:#,0} s{left}){load}");
    }
}
