namespace ThroughputKit.Hosting;

/// <summary>The names that mean this machine, whether or not a resolver knows them (RFC 6761, 6.3).</summary>
internal static class LoopbackNames
{
    public static bool Contains(string host)
    {
        var name = host.TrimEnd('.');
        return name.Equals("localhost", StringComparison.OrdinalIgnoreCase) || name.EndsWith(".localhost", StringComparison.OrdinalIgnoreCase);
    }
}
