using System.Text;

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

    /// <summary>Gets what to say of a body that is compressed where it is not as expected; nothing if it isn't compressed.</summary>
    public string Compression
    {
        get
        {
            var head = Head;
            return HeadFields.TryNext(ref head, "Content-Encoding"u8, out var coding) && !Ascii.EqualsIgnoreCase(coding, "identity"u8)
                ? $"; it is compressed ({Excerpt.Of(coding)}), and read as it was sent: leave out Accept-Encoding"
                : "";
        }
    }
}
