using System.Text;

namespace ThroughputKit.Tests.Support;

/// <summary>HTTP as text: "|" stands for a line end, so that a whole response reads as one line.</summary>
internal static class Wire
{
    public static byte[] Bytes(string text) =>
        Encoding.Latin1.GetBytes(text.Replace("|", "\r\n", StringComparison.Ordinal));

    /// <summary>Returns bytes as they arrive, in pieces of these lengths, and one with the rest.</summary>
    public static IEnumerable<byte[]> Cut(byte[] bytes, IEnumerable<int> lengths)
    {
        var at = 0;
        foreach (var length in lengths)
        {
            var end = Math.Min(bytes.Length, at + length);
            yield return bytes[at..end];
            at = end;
        }

        yield return bytes[at..];
    }
}
