using static System.FormattableString;

namespace ThroughputKit.Reporting;

/// <summary>How many requests were in flight, and over which version of HTTP. Pure.</summary>
internal static class SizeText
{
    public static string Of(LoadResult result) => Counted.Of(result.Connections, result.Kind.Sender)
        + (result.StreamsPerConnection is > 1 and var streams ? Invariant($" x {streams:N0} streams ({result.InFlight:N0} in flight)") : "")
        + (result.Protocol is null ? "" : ", HTTP/2");
}
