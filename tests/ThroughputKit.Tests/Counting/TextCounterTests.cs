using System.Globalization;
using ThroughputKit.Counting;

namespace ThroughputKit.Tests.Counting;

public class TextCounterTests
{
    private readonly TextCounter _texts = new(CountKind.Exceptions);

    [Fact]
    public void The_most_frequent_come_first()
    {
        foreach (var text in (string[])["b", "a", "c", "c"])
        {
            _texts.Add(text);
        }

        Assert.Equal([new(CountKind.Exceptions, "c", 2), new(CountKind.Exceptions, "a", 1), new(CountKind.Exceptions, "b", 1)], _texts.Top());
    }

    [Fact]
    public void However_many_texts_there_are_all_are_counted_on_all_threads()
    {
        Parallel.For(0, 100_000, i => _texts.Add((i % 1000).ToString(CultureInfo.InvariantCulture)));

        var top = _texts.Top().ToArray();
        Assert.Equal(100_000, _texts.Count);
        Assert.Equal(100_000, top.Sum(t => t.Count));
        Assert.Equal(TextCounter.MostTold + 1, top.Length);
        Assert.Equal(TextCounter.Others, top[^1].Text);
    }

    [Fact]
    public void What_is_not_counted_is_not_told() => Assert.Empty(_texts.Top());
}
