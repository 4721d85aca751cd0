using FsCheck;
using FsCheck.Fluent;
using ThroughputKit.Hosting.Logging;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Hosting.Logging;

public class LinePatternsTests
{
    [Theory]
    [InlineData("Took 12 ms", "Took 7 ms")]
    [InlineData("Request id \"0HNH3:00000002\"", "Request id \"0HNH4:0000000A\"")] // words that have a digit
    [InlineData("order 5f3a placed", "order 91c placed")]
    [InlineData("info: Shop.Orders[7]\n", "info: Shop.Orders[12]\n")]
    public void Lines_that_differ_in_numbers_are_of_one_pattern(string line, string other)
    {
        var patterns = new LinePatterns();

        Assert.Equal((0, 1), (patterns.Add(line), patterns.Add(other)));
    }

    [Theory]
    [InlineData("Took 12 ms", "Took 12 s")]
    [InlineData("a b", "b a")]
    [InlineData("ab", "a b")]
    [InlineData("", " ")]
    public void Lines_that_differ_otherwise_are_not(string line, string other)
    {
        var patterns = new LinePatterns();

        Assert.Equal((0, 0), (patterns.Add(line), patterns.Add(other)));
    }

    [Fact]
    public void The_categories_of_log_entries_are_counted_and_other_lines_are_not_entries()
    {
        var patterns = new LinePatterns();
        foreach (var line in new[] { "info: Shop.Orders[1]", "      Placed 7", "warn: Shop.Stock[2]", "info: Shop.Orders[3]", "info: not an entry", "info: Shop.Orders[4]" })
        {
            patterns.Add(line);
        }

        Assert.Equal([("Shop.Orders", 3), ("Shop.Stock", 1)], patterns.Categories());
        Assert.Equal((6, "info: Shop.Orders[1]"), (patterns.Lines, patterns.MostFrequent()[0].Example));
    }

    [Fact]
    public void A_line_of_a_known_pattern_allocates_nothing()
    {
        var patterns = new LinePatterns();
        patterns.Add("info: Shop.Orders[1]");

        Assert.Equal(0, Allocated.By(() => patterns.Add("info: Shop.Orders[1]"), times: 1_000));
    }

    [Fact]
    public void Of_ever_new_lines_only_so_many_patterns_are_kept_until_it_is_cleared()
    {
        var patterns = new LinePatterns();
        foreach (var i in Enumerable.Range(0, 3_000))
        {
            patterns.Add(new string('x', i));
        }

        Assert.Equal(long.MaxValue, patterns.Add("new"));
        Assert.Equal(1_000, patterns.MostFrequent().Count);

        patterns.Clear();
        Assert.Equal((0, 0, 1), (patterns.Lines, patterns.Add("new"), patterns.Add("new")));
    }

    [Fact]
    public void Any_line_is_of_its_own_pattern_again() => Prop.ForAll(ArbMap.Default.ArbFor<NonNull<string>>(), line =>
    {
        var patterns = new LinePatterns();
        return patterns.Add(line.Get) == 0 && patterns.Add(line.Get) == 1 && patterns.Lines == 2;
    }).Check(FixedInputs.Of());
}
