using static System.FormattableString;

namespace ThroughputKit.Responses.Checks;

/// <summary>Expects a body of this many bytes.</summary>
internal sealed class BodyLengthCheck(long bytes) : ResponseCheck
{
    public override string Subject => "the length of the body";

    public override string Expectation => Invariant($"to be {bytes:N0} B");

    public override ResponsePart Part => ResponsePart.BodyLength;

    public override bool IsExclusive => true;

    public override Problem? Problem => bytes >= 0 ? null : new Problem(
        Invariant($"ExpectBodyLength is {bytes:N0}"), "0 or more bytes", "The length is that of the body alone, without the head.");

    public override string? Fault(in CheckedResponse response, bool explains) => response.BodyLength == bytes ? null
        : explains ? Invariant($"it is {response.BodyLength:N0} B")
        : Unexplained;
}
