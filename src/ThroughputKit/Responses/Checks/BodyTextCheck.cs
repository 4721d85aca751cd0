using System.Text;

namespace ThroughputKit.Responses.Checks;

/// <summary>Expects exactly this text as the body, in UTF-8.</summary>
internal sealed class BodyTextCheck(string text) : ResponseCheck
{
    // Up to here, the beginnings of both texts show where they differ.
    private const int MaxCommon = 32;

    public byte[] Bytes { get; } = Encoding.UTF8.GetBytes(text);

    public override string Subject => "the body";

    public override string Expectation => $"to be {Excerpt.Quoted(Bytes)}";

    public override ResponsePart Part => ResponsePart.Body;

    public override string? Fault(in CheckedResponse response, bool explains)
    {
        var body = response.Body;
        return body.SequenceEqual(Bytes) ? null
            : explains ? Explain(body, Common(body))
            : Unexplained;
    }

    // The length of the common beginning, in whole characters.
    private int Common(ReadOnlySpan<byte> body)
    {
        var common = body.CommonPrefixLength(Bytes);
        while (common > 0 && common < Bytes.Length && (Bytes[common] & 0xC0) == 0x80)
        {
            common--;
        }

        return common;
    }

    private string Explain(ReadOnlySpan<byte> body, int common) => common <= MaxCommon
        ? $"it is {Excerpt.Quoted(body)}"
        : FormattableString.Invariant($"after {common:N0} bytes it continues with {Rest(body, common)} instead of {Rest(Bytes, common)}");

    private static string Rest(ReadOnlySpan<byte> body, int from) => body.Length == from ? "nothing" : Excerpt.Quoted(body[from..]);
}
