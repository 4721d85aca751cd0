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

    [Fact]
    public async Task One_that_the_app_keeps_counts_each_time_however_far_it_is_passed_on()
    {
        var kept = Task.FromException(new InvalidOperationException());
        var (counted, before) = (0, 0);
        for (var i = 0; i < 300; i++)
        {
            before = i == 200 ? counted : before;
            try
            {
                await PassAsync();
            }
            catch (InvalidOperationException)
            {
                // as in an app that asks a broken service again and again
            }
        }

        Assert.Equal(100, counted - before);

        async Task PassAsync()
        {
            try
            {
                await AwaitAsync();
            }
            catch (InvalidOperationException e) when (Count(e))
            {
                throw;
            }
        }

        async Task AwaitAsync()
        {
            try
            {
                await kept;
            }
            catch (InvalidOperationException e) when (Count(e))
            {
                throw;
            }
        }

        bool Count(InvalidOperationException e)
        {
            counted += _seen.TryAdd(e) ? 1 : 0;
            return true;
        }
    }
}
