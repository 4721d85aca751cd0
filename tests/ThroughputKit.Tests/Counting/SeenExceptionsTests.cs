using ThroughputKit.Counting;

namespace ThroughputKit.Tests.Counting;

public class SeenExceptionsTests
{
    private readonly SeenExceptions _seen = new();

    [Fact]
    public void An_exception_is_new_once()
    {
        Exception[] all = [.. Enumerable.Range(0, 1000).Select(_ => new InvalidOperationException())];

        Assert.All(all, e => Assert.True(_seen.TryAdd(e)));
        Assert.All(all, e => Assert.False(_seen.TryAdd(e)));
    }

    [Fact]
    public void However_many_there_are_the_last_one_is_known()
    {
        for (var i = 0; i < 100_000; i++)
        {
            var exception = new InvalidOperationException();
            Assert.True(_seen.TryAdd(exception));
            Assert.False(_seen.TryAdd(exception));
        }
    }
}
