using System.Text;

namespace ThroughputKit.Tests.Support;

/// <summary>HTTP as text: "|" stands for a line end, so that a whole response reads as one line.</summary>
internal static class Wire
{
    public static byte[] Bytes(string text) =>
        Encoding.Latin1.GetBytes(text.Replace("|", "\r\n", StringComparison.Ordinal));
}
