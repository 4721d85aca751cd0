using ThroughputKit.Reporting;

namespace ThroughputKit.Reports;

/// <summary>What was loaded, and by how much, in one line. Pure.</summary>
internal static class LoadText
{
    public static string Of(LoadResult result) =>
        $"{What(result)}: {(Rate(result) is { } rate ? $"{Readable.Rate(rate)} {result.Kind.PlannedUnit} planned per second, " : "")}"
        + SizeText.Of(result);

    /// <summary>Returns the planned rate per second, the mean of one that changes; <see langword="null"/> if none was set.</summary>
    public static double? Rate(LoadResult result) =>
        result.Pacing is { } pacing && result.Duration > TimeSpan.Zero ? pacing.Planned / result.Duration.TotalSeconds : null;

    private static string What(LoadResult result)
    {
        string[] members = !result.Kind.MembersAreRequests ? [.. (result.Scenarios ?? []).Select(s => s.Name)]
            : result.Settings is { Requests.Count: > 0 } settings
                ? [.. settings.Requests.Where(r => r.Weight > 0).Select(r => $"{r.Method} {r.Path}")]
                : [.. result.Endpoints.Select(e => e.Name)];
        return result.Kind.Describe(result.Name, members);
    }
}
