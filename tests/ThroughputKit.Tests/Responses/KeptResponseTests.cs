using ThroughputKit.Responses;

namespace ThroughputKit.Tests.Responses;

public class KeptResponseTests
{
    [Fact]
    public void Grows_and_is_reused()
    {
        var kept = new KeptResponse();
        foreach (var length in new[] { 10, 5_000, 10, 100_000 })
        {
            var body = new byte[length];
            Random.Shared.NextBytes(body);
            kept.Clear();
            kept.AddToHead("A: 1\n"u8);
            kept.AddToHead("B: 2\n"u8);
            foreach (var piece in body.Chunk(999))
            {
                kept.AddToBody(piece);
            }

            Assert.Equal("A: 1\nB: 2\n"u8, kept.Head);
            Assert.Equal(body, kept.Body);
        }
    }

    [Fact]
    public void Keeps_trailers_after_the_head()
    {
        var kept = new KeptResponse();
        kept.AddToHead("A: 1\n"u8);
        kept.AddToBody("hello, you"u8);
        Assert.True(kept.Trailers.IsEmpty);
        kept.AddToHead("B: 2\n"u8, isTrailer: true);
        kept.AddField("C"u8, "3"u8, isTrailer: true);

        Assert.Equal("A: 1\nB: 2\nC: 3\r\n"u8, kept.Head);
        Assert.Equal("B: 2\nC: 3\r\n"u8, kept.Trailers);
        Assert.Equal("hello, you"u8, kept.Body);
    }

    [Fact]
    public void Keeps_a_body_up_to_its_limit()
    {
        var kept = new KeptResponse();
        kept.AddToHead("A: 1\n"u8);
        kept.AddToBody(new byte[KeptResponse.MaxBodyBytes]);
        Assert.False(kept.IsCut);

        kept.AddToBody(new byte[1]);
        kept.AddToBody([]);
        Assert.True(kept.IsCut);

        kept.Clear();
        Assert.False(kept.IsCut);
    }
}
