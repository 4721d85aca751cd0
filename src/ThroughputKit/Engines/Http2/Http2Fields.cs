namespace ThroughputKit.Engines.Http2;

/// <summary>Fields that HTTP/2 has no use for.</summary>
internal static class Http2Fields
{
    /// <summary>Returns whether a field is about one connection, and so forbidden (RFC 9113, 8.2.2).</summary>
    public static bool IsOfConnection(ReadOnlySpan<byte> name) => name.Length switch
    {
        7 => name.SequenceEqual("upgrade"u8),
        10 => name.SequenceEqual("connection"u8) || name.SequenceEqual("keep-alive"u8),
        16 => name.SequenceEqual("proxy-connection"u8),
        17 => name.SequenceEqual("transfer-encoding"u8),
        _ => false,
    };
}
