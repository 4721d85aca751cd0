using static System.FormattableString;

namespace ThroughputKit.Reporting;

/// <summary>Describes allocated bytes that were measured in separate windows.</summary>
internal static class AllocationText
{
    /// <summary>Returns the line for a summary; empty if there were no allocation windows.</summary>
    public static string Line(LoadResult result) => result.Memory.Allocation switch
    {
        null => "",
        { BytesPerRequest: { } bytes } a =>
            Invariant($"{bytes:N1} B per request{Variation(a)} in the smallest of {a.Windows.Count} short windows measured afterwards for gates ")
            + Invariant($"(the largest {a.Windows.Max():N1} B); {Background(a)}"),
        { WhyNotMeasured: { } reason } => $"not available. {reason}",
        { Windows: { Count: > 0 } windows } =>
            Invariant($"not available: {Counted.Of(windows.Count, "short window")} disagreed ({windows.Min():N1} to {windows.Max():N1} B per request), ")
            + "so nothing confirms the smallest",
        _ => "not available: the count fell in every window",
    };

    /// <summary>Returns the text that a failed gate shows next to its figure; empty if there were no allocation windows.</summary>
    public static string Detail(LoadResult result) => result.Memory.Allocation is { BytesPerRequest: not null } a ? Types(result, a) : "";

    private static string Background(AllocationFigures allocation) =>
        Invariant($"background: {allocation.BackgroundBytesPerSecond:N0} B per second, subtracted");

    private static string Variation(AllocationFigures allocation) =>
        allocation.Variation > 0 ? Invariant($" (varies by up to {allocation.Variation:0.#%} from one process to the next)") : "";

    private static string Types(LoadResult result, AllocationFigures allocation) =>
        allocation.TopTypes.Count > 0 ? string.Join(
            Environment.NewLine, ["Allocated types, sampled:", .. allocation.TopTypes.Select(t => Invariant($"    {t.Share:0%} {TypeName.InCSharp(t.Type)}"))])
        : result.IsAppAlone ? "The allocated types could not be sampled. From .NET 10 on, an app in its own process reports them."
        : "";
}
