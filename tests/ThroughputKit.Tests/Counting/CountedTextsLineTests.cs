using ThroughputKit.Counting;

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
