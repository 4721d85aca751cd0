using System.Globalization;

namespace ThroughputKit.Engines.Http2;

/// <summary>What a server did that ends its connection.</summary>
/// <param name="Code">The code that it is told.</param>
/// <param name="Text">What it did, as a sentence.</param>
internal sealed record Http2Error(Http2Code Code, string Text)
{
    /// <summary>Gets the error in a head that is larger than any that is read.</summary>
    public static Http2Error TooLargeHead { get; } = new(Http2Code.EnhanceYourCalm, "the server sent a head that is larger than 64 KiB");

    public static Http2Error Protocol(string text) => new(Http2Code.ProtocolError, text);

    /// <summary>Returns a code as the specification writes it, such as <c>REFUSED_STREAM</c>.</summary>
    public static string Name(Http2Code code) => code switch
    {
        Http2Code.Http11Required => "HTTP_1_1_REQUIRED",
        _ when Enum.IsDefined(code) => string.Concat(code.ToString().Select((c, i) => char.IsUpper(c) && i > 0 ? $"_{c}" : $"{c}")).ToUpperInvariant(),
        _ => ((uint)code).ToString(CultureInfo.InvariantCulture),
    };

    public override string ToString() => Code == Http2Code.NoError ? Text : $"{Text} ({Name(Code)})";
}
