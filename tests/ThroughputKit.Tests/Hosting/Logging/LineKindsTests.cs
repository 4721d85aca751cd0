using FsCheck;
using FsCheck.Fluent;
using ThroughputKit.Hosting.Logging;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Hosting.Logging;

public class LineKindsTests
{
    [Theory]
    [InlineData("Took 12 ms", "Took 7 ms")]
    [InlineData("Request id \"0HNH3:00000002\"", "Request id \"0HNH4:0000000A\"")] // words that have a digit
    [InlineData("order 5f3a placed", "order 91c placed")]
    [InlineData("info: Shop.Orders[7]\n", "info: Shop.Orders[12]\n")]
    public void Lines_that_differ_in_numbers_are_of_one_kind(string line, string other)
    {
        var kinds = new LineKinds();

        Assert.Equal((0, 1), (kinds.Add(line), kinds.Add(other)));
    }

    [Theory]
    [InlineData("Took 12 ms", "Took 12 s")]
    [InlineData("a b", "b a")]
    [InlineData("ab", "a b")]
    [InlineData("", " ")]
    public void Lines_that_differ_otherwise_are_not(string line, string other)
    {
        var kinds = new LineKinds();

        Assert.Equal((0, 0), (kinds.Add(line), kinds.Add(other)));
    }

    [Fact]
    public void The_categories_of_log_entries_are_counted_and_other_lines_are_not_entries()
    {
        var kinds = new LineKinds();
        foreach (var line in new[] { "info: Shop.Orders[1]", "      Placed 7", "warn: Shop.Stock[2]", "info: Shop.Orders[3]", "info: not an entry", "info: Shop.Orders[4]" })
        {
            kinds.Add(line);
        }

        Assert.Equal([("Shop.Orders", 3), ("Shop.Stock", 1)], kinds.Categories());
        Assert.Equal((6, "info: Shop.Orders[1]"), (kinds.Lines, kinds.MostFrequent()[0].Example));
    }

    [Fact]
    public void A_line_of_a_known_kind_allocates_nothing()
    {
        var kinds = new LineKinds();
        kinds.Add("info: Shop.Orders[1]");
        var before = GC.GetAllocatedBytesForCurrentThread();

        for (var i = 0; i < 1_000; i++)
        {
            kinds.Add("info: Shop.Orders[1]");
        }

        Assert.Equal(0, GC.GetAllocatedBytesForCurrentThread() - before);
    }

    [Fact]
    public void Of_ever_new_lines_only_so_many_kinds_are_kept_until_it_is_cleared()
    {
        var kinds = new LineKinds();
        foreach (var i in Enumerable.Range(0, 3_000))
        {
            kinds.Add(new string('x', i));
        }

        Assert.Equal(long.MaxValue, kinds.Add("new"));
        Assert.Equal(1_000, kinds.MostFrequent().Count);

        kinds.Clear();
        Assert.Equal((0, 0, 1), (kinds.Lines, kinds.Add("new"), kinds.Add("new")));
    }

    [Fact]
    public void Any_line_is_of_its_own_kind_again() => Prop.ForAll(ArbMap.Default.ArbFor<NonNull<string>>(), line =>
    {
        var kinds = new LineKinds();
        return kinds.Add(line.Get) == 0 && kinds.Add(line.Get) == 1 && kinds.Lines == 2;
    }).Check(FixedInputs.Of());
}
