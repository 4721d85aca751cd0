using System.Text;
using ThroughputKit.Engines;

namespace ThroughputKit.Tests.Engines;

public class WriteBatchTests
{
    [Theory]
    [InlineData("one")]
    [InlineData("one", "two", "three")]
    [InlineData("a request that is longer than all that went before", "b", "and another that is long again")]
    public void Holds_its_requests_one_after_another(params string[] requests)
    {
        var batch = new WriteBatch();
        foreach (var earlier in (string[])["earlier", "ones"])
        {
            batch.Add(Encoding.ASCII.GetBytes(earlier));
        }

        batch.Clear();
        foreach (var request in requests)
        {
            batch.Add(Encoding.ASCII.GetBytes(request));
        }

        Assert.Equal(string.Concat(requests), Encoding.ASCII.GetString(batch.Bytes.Span));
    }

    [Fact]
    public void Does_not_copy_a_single_request()
    {
        ReadOnlyMemory<byte> request = new byte[] { 1, 2, 3 };
        var batch = new WriteBatch();

        batch.Add(request);

        Assert.True(batch.Bytes.Equals(request));
    }
}
