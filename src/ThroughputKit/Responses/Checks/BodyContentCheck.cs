using System.Text;

namespace ThroughputKit.Responses.Checks;

/// <summary>Expects this text somewhere in the body, in UTF-8.</summary>
internal sealed class BodyContentCheck(string text) : ResponseCheck
{
    private readonly byte[] _bytes = Encoding.UTF8.GetBytes(text);

    public override string Subject => "the body";

    public override string Expectation => $"to contain {Excerpt.Quoted(_bytes)}";

    public override ResponsePart Part => ResponsePart.Body;

    public override Problem? Problem => text.Length > 0 ? null : new Problem(
        "ExpectBodyContaining has an empty text", "a text", "Every body contains an empty text. For an empty body, use ExpectBodyLength(0).");

    public override string? Fault(in CheckedResponse response, bool explains) => response.Body.IndexOf(_bytes) >= 0 ? null
        : explains ? $"it is {Excerpt.Quoted(response.Body)}"
        : Unexplained;
}
