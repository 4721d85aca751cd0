namespace ThroughputKit.Reporting;

/// <summary>How many there are of something, in words.</summary>
internal static class Counted
{
    /// <param name="count">How many.</param>
    /// <param name="noun">What, as one of it is called; with an s, as more of it are.</param>
    public static string Of(long count, string noun) => FormattableString.Invariant($"{count:N0} {noun}{(count == 1 ? "" : "s")}");

    /// <param name="count">How many.</param>
    /// <param name="noun">What, as one of it is called.</param>
    /// <param name="one">The verb that goes with one.</param>
    /// <param name="more">The verb that goes with more.</param>
    public static string Of(long count, string noun, string one, string more) => $"{Of(count, noun)} {(count == 1 ? one : more)}";
}
