using System.Text;
using ThroughputKit.Engines.Http2;

namespace ThroughputKit.Tests.Engines.Http2;

/// <summary>Codes of RFC 7541, appendix B, and its examples.</summary>
public class HpackHuffmanTests
{
    [Theory]
    [InlineData("f1e3c2e5f23a6ba0ab90f4ff", "www.example.com")]
    [InlineData("a8eb10649cbf", "no-cache")]
    [InlineData("25a849e95bb8e8b4bf", "custom-value")]
    [InlineData("d07abe941054d444a8200595040b8166e082a62d1bff", "Mon, 21 Oct 2013 20:13:21 GMT")]
    [InlineData("ffc7", "\0")]
    [InlineData("fc", "X")]
    [InlineData("fffe1f", "\\")]
    [InlineData("fffffbbf", "\u00FF")]
    [InlineData("fffffffb", "\u0016")]
    [InlineData("", "")]
    public void Decodes_texts(string encoded, string expected) => Assert.Equal(expected, Decode(encoded));

    [Theory]
    [InlineData("fe")] // cut within a symbol
    [InlineData("fff8")] // a zero as padding
    [InlineData("fcff")] // a whole byte of padding
    [InlineData("1c")] // the same, of three bits
    [InlineData("ffffffff")] // the end of the string
    public void Tells_what_is_wrong(string encoded) => Assert.Null(Decode(encoded));

    private static string? Decode(string encoded)
    {
        var text = new byte[HpackHuffman.MaxDecoded(encoded.Length / 2)];
        var length = HpackHuffman.Decode(Convert.FromHexString(encoded), text);
        return length < 0 ? null : Encoding.Latin1.GetString(text, 0, length);
    }
}
