using static System.FormattableString;

namespace ThroughputKit.Reporting;

/// <summary>Describes retained bytes.</summary>
internal static class RetentionText
{
    /// <summary>Returns the line for a summary; empty if they were not measured for a gate.</summary>
    public static string Line(LoadResult result) => result.Memory.Retention switch
    {
        null => "",
        { BytesPerRequest: { } bytes } r => Invariant(
            $"{bytes:N1} B per request in at least {r.Stretches.Count - 1} of {r.Stretches.Count} stretches of load measured afterwards for gates ")
            + Invariant($"(the largest {r.Stretches.Max():N1} B); up to {r.Noise:N1} B may be noise"),
        { WhyNotMeasured: var reason } => $"not available. {reason}",
    };

    /// <summary>Returns the text that a failed gate shows next to its figure; empty if they were not measured.</summary>
    public static string Detail(LoadResult result) => result.Memory.Retention is { BytesPerRequest: not null } r
        ? $"The heap grew by that much in {r.Stretches.Count - 1} of {r.Stretches.Count} stretches of load, so something keeps objects of requests: "
            + "look for static collections, caches without a limit, and event handlers that are never removed."
        : "";
}
