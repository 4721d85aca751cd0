using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Responses;

/// <summary>A response on the wire, and how it must be read.</summary>
/// <param name="Name">What is special about it.</param>
/// <param name="Text">The bytes, with "|" for a line end.</param>
/// <param name="Expected">What a reader must answer.</param>
/// <param name="Status">The status, if it is complete.</param>
/// <param name="KeepsAlive">Whether the connection lives on, if it is complete.</param>
/// <param name="Error">What is wrong with it, if it is not complete.</param>
/// <param name="IsHead">Whether it answers a HEAD request.</param>
/// <param name="Closes">Whether the server closes behind it.</param>
public sealed record FramingCase(
    string Name,
    string Text,
    FramingAnswer Expected,
    int Status = 200,
    bool KeepsAlive = true,
    string? Error = null,
    bool IsHead = false,
    bool Closes = false)
{
    public byte[] Bytes => Wire.Bytes(Text);

    public override string ToString() => Name;
}
