namespace ThroughputKit.Reporting;

/// <summary>Formats a count with its noun.</summary>
internal static class Counted
{
    /// <param name="count">The count.</param>
    /// <param name="noun">The singular noun. Its plural must end in an added s.</param>
    public static string Of(long count, string noun) => FormattableString.Invariant($"{count:N0} {noun}{(count == 1 ? "" : "s")}");

    /// <param name="count">The count.</param>
    /// <param name="noun">The singular noun.</param>
    /// <param name="one">The verb for a count of one.</param>
    /// <param name="more">The verb for other counts.</param>
    public static string Of(long count, string noun, string one, string more) => $"{Of(count, noun)} {(count == 1 ? one : more)}";
}
