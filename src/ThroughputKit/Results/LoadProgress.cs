using System.Globalization;

namespace ThroughputKit;

/// <summary>What an experiment is doing. Reported when it begins something else, and about once a second.</summary>
/// <param name="Step">What it is doing, such as "Starting and warming up".</param>
/// <param name="Elapsed">The time since the experiment began.</param>
public sealed record LoadProgress(string Step, TimeSpan Elapsed)
{
    /// <summary>Gets an estimate of the maximum time until the step ends; <see langword="null"/> if there is none.</summary>
    public TimeSpan? Left { get; init; }

    /// <summary>Returns one line of text, such as "Measuring slices in turn (7 s, about 12 s left)".</summary>
    public override string ToString()
    {
        var left = Left is { } time ? string.Create(CultureInfo.InvariantCulture, $", about {Math.Ceiling(time.TotalSeconds):#,0} s left") : "";
        return string.Create(CultureInfo.InvariantCulture, $"{Step} ({Elapsed.TotalSeconds:#,0} s{left})");
    }
}
