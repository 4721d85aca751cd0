using static System.FormattableString;

namespace ThroughputKit;

/// <summary>Formats a count with its noun, given in the singular. The plural must end in an added s.</summary>
internal static class Counted
{
    public static string Of(long count, string noun) => Invariant($"{count:N0} {noun}{(count == 1 ? "" : "s")}");

    public static string Of(long count, string noun, string verbForOne, string verbForMore) => $"{Of(count, noun)} {(count == 1 ? verbForOne : verbForMore)}";
}
