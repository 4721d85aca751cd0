namespace ThroughputKit.Reporting;

/// <summary>
/// Names the sides of a comparison. If both have the same name, as two builds of one app have, the names include the differing part of their paths, and the
/// version of HTTP and TLS if those differ. Pure.
/// </summary>
internal static class SideNames
{
    private static readonly char[] _separators = ['/', '\\'];

    public static string Of(LoadResult side, LoadResult other) => side.Name
        + (side.Name == other.Name && Difference(side.Origin, other.Origin) is { } own ? $" of {own}" : "")
        + (Protocol(side) is var protocol && protocol != Protocol(other) ? $" over {protocol}" : "");

    /// <summary>Returns the part of a path that the other path doesn't share; <see langword="null"/> if there is none.</summary>
    public static string? Difference(string? path, string? other)
    {
        if (path is null || other is null || path == other)
        {
            return null;
        }

        var (own, others) = (path.Split(_separators), other.Split(_separators));
        var shared = Math.Min(own.Length, others.Length);
        var head = own.Zip(others).TakeWhile(p => p.First == p.Second).Count();
        var tail = own.Reverse().Zip(others.Reverse()).Take(shared - head).TakeWhile(p => p.First == p.Second).Count();
        return own.Length - head - tail > 0 ? string.Join('/', own[head..^tail]) : path;
    }

    private static string Protocol(LoadResult side) =>
        $"{(side.Protocol == LoadProtocol.Http2 ? "HTTP/2" : "HTTP/1.1")}{(side.Handshakes is null ? "" : " with TLS")}";
}
