namespace ThroughputKit.Requests.Chains;

/// <summary>The value of a header <c>Set-Cookie</c>, divided without allocating.</summary>
internal readonly ref struct SetCookie
{
    public ReadOnlySpan<byte> Name { get; private init; }

    public ReadOnlySpan<byte> Value { get; private init; }

    /// <summary>Gets what follows: attributes, each after a semicolon.</summary>
    public ReadOnlySpan<byte> Attributes { get; private init; }

    public static SetCookie Read(ReadOnlySpan<byte> text)
    {
        var end = text.IndexOf((byte)';');
        Divide(end < 0 ? text : text[..end], out var name, out var value);
        return new SetCookie { Name = name, Value = value, Attributes = end < 0 ? default : text[(end + 1)..] };
    }

    /// <summary>Finds the next attribute, and continues after it.</summary>
    public static bool TryNext(scoped ref ReadOnlySpan<byte> attributes, out ReadOnlySpan<byte> name, out ReadOnlySpan<byte> value)
    {
        var end = attributes.IndexOf((byte)';');
        Divide(end < 0 ? attributes : attributes[..end], out name, out value);
        var isThere = !attributes.IsEmpty;
        attributes = end < 0 ? default : attributes[(end + 1)..];
        return isThere;
    }

    private static void Divide(ReadOnlySpan<byte> pair, out ReadOnlySpan<byte> name, out ReadOnlySpan<byte> value)
    {
        var equals = pair.IndexOf((byte)'=');
        name = (equals < 0 ? pair : pair[..equals]).Trim(" \t"u8);
        value = equals < 0 ? default : pair[(equals + 1)..].Trim(" \t"u8);
    }
}
