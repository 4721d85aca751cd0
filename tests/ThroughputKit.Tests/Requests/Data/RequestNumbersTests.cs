using ThroughputKit.Requests.Data;

namespace ThroughputKit.Tests.Requests.Data;

public class RequestNumbersTests
{
    [Fact]
    public void Differ_on_all_connections()
    {
        var numbers = new RequestNumbers();
        var all = new long[4][];

        Parallel.For(0, all.Length, connection =>
        {
            var last = RequestNumbers.None;
            all[connection] = [.. Enumerable.Range(0, 10_000).Select(_ => last = numbers.After(last))];
        });

        Assert.Equal(40_000, all.SelectMany(n => n).Distinct().Count());
        Assert.Equal((0, 39_999), (all.Min(n => n.Min()), all.Max(n => n.Max())));
    }
}
