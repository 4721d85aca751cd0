using System.Text;
using ThroughputKit.Engines;

namespace ThroughputKit.Tests.Engines;

public class ReceiveBufferTests
{
    private readonly byte[] _shared = new byte[ReceiveBuffer.Size];

    [Fact]
    public void Kept_bytes_are_safe_from_others_that_receive_into_the_same_array()
    {
        var (one, other) = (new ReceiveBuffer(_shared), new ReceiveBuffer(_shared));

        Receive(one, "first line\nsec");
        one.Consume("first line\n".Length);
        one.Keep();
        Receive(other, "something else");
        other.Keep();
        Receive(one, "ond line\n");

        Assert.Equal("second line\n", Encoding.ASCII.GetString(one.Unread));
        Assert.Equal("something else", Encoding.ASCII.GetString(other.Unread));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Grows_while_a_line_does_not_fit(bool isShared)
    {
        var buffer = new ReceiveBuffer(isShared ? _shared : null);
        var text = string.Concat(Enumerable.Range(0, 20_000).Select(i => (char)('a' + (i % 26))));

        for (var at = 0; at < text.Length; at += 700)
        {
            Receive(buffer, text[at..Math.Min(text.Length, at + 700)]);
            buffer.Keep();
        }

        Assert.Equal(text, Encoding.ASCII.GetString(buffer.Unread));
    }

    [Fact]
    public void Receives_into_the_shared_array_again_once_everything_is_read()
    {
        var buffer = new ReceiveBuffer(_shared);
        Receive(buffer, "kept");
        buffer.Keep();
        buffer.Consume(4);

        Receive(buffer, "new");

        Assert.StartsWith("new", Encoding.ASCII.GetString(_shared), StringComparison.Ordinal);
    }

    private static void Receive(ReceiveBuffer buffer, string text)
    {
        foreach (var piece in Encoding.ASCII.GetBytes(text).Chunk(buffer.Room().Length))
        {
            piece.CopyTo(buffer.Room());
            buffer.Add(piece.Length);
        }
    }
}
