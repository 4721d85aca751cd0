using System.Globalization;

namespace ThroughputKit.Reporting;

/// <summary>What is said of allocated bytes that were measured in windows of their own.</summary>
internal static class AllocationText
{
    /// <summary>The line of a summary; empty if there were no such windows.</summary>
    public static string Line(LoadResult result) => result.Memory.Allocation switch
    {
        null => "",
        { BytesPerRequest: { } bytes } a => Invariant(
            $"{bytes:N1} B a request{Variation(a)}, the smallest of {a.Windows.Count} windows (the largest {a.Windows.Max():N1} B); {a.BackgroundBytesPerSecond:N0} B a second of background left out"),
        { WhyNotMeasured: { } reason } => $"not available. {reason}",
        { Windows: { Count: > 0 } windows } => Invariant($"not available: of {Counted.Of(windows.Count, "window")} none confirmed the smallest ({windows.Min():N1} to {windows.Max():N1} B a request)"),
        _ => "not available: the count fell in every window",
    };

    /// <summary>What a gate that failed says beside its figure; empty if there were no such windows.</summary>
    public static string Detail(LoadResult result) => result.Memory.Allocation is not { BytesPerRequest: not null } a ? "" : Invariant(
        $"Windows: {string.Join(", ", a.Windows.Select(w => w.ToString("N1", CultureInfo.InvariantCulture)))} B a request; background: {a.BackgroundBytesPerSecond:N0} B a second, left out. {Types(result, a)}").TrimEnd();

    private static string Variation(AllocationFigures allocation) =>
        allocation.Variation > 0 ? Invariant($" (give or take {allocation.Variation:0.#%} from one process to the next)") : "";

    private static string Types(LoadResult result, AllocationFigures allocation) =>
        allocation.TopTypes.Count > 0 ? $"Allocated types, sampled: {string.Join(", ", allocation.TopTypes.Select(t => Invariant($"{t.Type} {t.Share:0%}")))}."
        : result.IsAppAlone ? "Which types are allocated couldn't be sampled; an app in a process of its own tells them from .NET 10 on."
        : "";

    private static string Invariant(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
