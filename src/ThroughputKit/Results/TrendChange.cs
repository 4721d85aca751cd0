using System.Globalization;
using static System.FormattableString;

namespace ThroughputKit;

/// <summary>
/// A change of a figure from one level to another, as several runs on both sides show it. A single run, or two, is never a change, so a change becomes known
/// with the third run after it or later. It may have come a run or two earlier or later than it seems.
/// </summary>
public sealed record TrendChange
{
    internal TrendChange()
    {
    }

    /// <summary>Gets the name of the test.</summary>
    public required string Test { get; init; }

    /// <summary>Gets the name of the figure, with its unit.</summary>
    public required string Figure { get; init; }

    /// <summary>Gets the machine; <see langword="null"/> if the figure doesn't depend on it, as allocated bytes.</summary>
    public required string? Machine { get; init; }

    /// <summary>Gets the commit of the first run of the new level; <see langword="null"/> if unknown.</summary>
    public required string? Commit { get; init; }

    /// <summary>Gets the commit in text.</summary>
    internal string? ShownCommit { get; init; }

    /// <summary>Gets the time of the first run of the new level.</summary>
    public required DateTimeOffset Time { get; init; }

    /// <summary>Gets the median of the level before.</summary>
    public required double From { get; init; }

    /// <summary>Gets the median of the new level.</summary>
    public required double To { get; init; }

    /// <summary>Gets the change in percent of the level before: negative if the figure fell, infinite if it was 0.</summary>
    public required double Percent { get; init; }

    /// <summary>Gets the time and the commit as text.</summary>
    internal string When
    {
        get
        {
            var day = Time.UtcDateTime.ToString("yyyy-MM-dd", CultureInfo.InvariantCulture);
            return (ShownCommit ?? Commit) is { } commit ? $"{DisplayName.Show(commit)} ({day})" : day;
        }
    }

    internal string PercentText => double.IsFinite(Percent) ? Percent.ToString("+#,0.0;-#,0.0;0.0", CultureInfo.InvariantCulture) + "%" : "from nothing";

    /// <summary>Returns one line of text, such as "GET /hello, p99 in ms: 1.9 to 2.2 (+15.8%) since 3ebc0e6 (2026-11-20)".</summary>
    public override string ToString() =>
        Invariant($"{DisplayName.Show(Test)}, {Figure}{(Machine is null ? "" : $" on {DisplayName.Show(Machine)}")}: {From:#,0.###} to {To:#,0.###} ")
        + $"({PercentText}) since {When}";
}
