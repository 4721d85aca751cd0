using ThroughputKit.Counting;
using ThroughputKit.Hosting.Published;

namespace ThroughputKit.Tests.Counting;

public class CountedTextsLineTests
{
    [Fact]
    public void What_is_written_can_be_read()
    {
        var counted = new CountedTexts(
            [new(CountKind.DatabaseCommands, "SELECT 1 2", 20), new(CountKind.Exceptions, "", 1)],
            new Dictionary<CountKind, string> { [CountKind.HttpRequests] = "Meters are off." });

        var read = CountedTextsLine.Read(CountedTextsLine.Write(counted));

        Assert.Equal(counted.Texts, read!.Texts);
        Assert.Equal(counted.WhyUnknown, read.WhyUnknown);
    }

    [Fact]
    public void As_much_as_can_be_told_fits_on_a_line()
    {
        TextCounter[] counters = [new(CountKind.DatabaseCommands), new(CountKind.HttpRequests), new(CountKind.Exceptions)];
        for (var i = 0; i < 1000; i++)
        {
            Array.ForEach(counters, c => c.Add(SqlText.OnOneLine($"{i}{new string('x', 1000)}")));
        }

        var values = CountedTextsLine.Write(CountedTexts.None with { Texts = [.. counters.SelectMany(c => c.Top())] });

        Assert.InRange(string.Join('\t', values).Length, 3 * TextCounter.MostTold * SqlText.MaxLength, HookLink.LongestLine - 5_000);
    }

    [Theory]
    [InlineData("")]
    [InlineData("Exceptions")]
    [InlineData("Exceptions 1")]
    [InlineData("Exceptions many x")]
    [InlineData("Exceptions 99999999999999999999 x")]
    [InlineData("Coffees 1 x")]
    [InlineData("99 1 x")]
    public void What_makes_no_sense_is_not_read(string value) => Assert.Null(CountedTextsLine.Read(["Exceptions 1 x", value]));
}
