namespace ThroughputKit.Reporting;

/// <summary>How many there are of something, in words.</summary>
internal static class Counted
{
    /// <param name="count">How many.</param>
    /// <param name="noun">What, as one of it is called; with an s, as more of it are.</param>
    public static string Of(long count, string noun) => FormattableString.Invariant($"{count:N0} {noun}{(count == 1 ? "" : "s")}");
}
