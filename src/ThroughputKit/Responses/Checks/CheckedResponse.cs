namespace ThroughputKit.Responses.Checks;

/// <summary>A complete response, as far as its checks need it.</summary>
internal readonly ref struct CheckedResponse
{
    /// <summary>Gets the lines after the status line.</summary>
    public ReadOnlySpan<byte> Head { get; init; }

    /// <summary>Gets the body, without its framing.</summary>
    public ReadOnlySpan<byte> Body { get; init; }

    public long BodyLength { get; init; }

    /// <summary>Gets whether the body was too long to be kept.</summary>
    public bool IsCut { get; init; }
}
