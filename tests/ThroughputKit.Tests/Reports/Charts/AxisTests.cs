using ThroughputKit.Reports;

namespace ThroughputKit.Tests.Reports.Charts;

public class AxisTests
{
    [Theory]
    [InlineData(0, 27_500, "0 10k 20k 30k")]
    [InlineData(0, 2, "0 0.5 1 1.5 2")]
    [InlineData(0, 0, "0 0.5 1")] // nothing succeeded
    [InlineData(0, 1_800_000, "0 500k 1M 1.5M 2M")]
    [InlineData(0.83, 1.12, "0.8 0.9 1 1.1 1.2")]
    public void A_linear_axis_ends_at_round_numbers(double min, double max, string ticks)
    {
        var axis = Axis.Linear(min, max, 0, 100);

        Assert.Equal(ticks, string.Join(' ', axis.Ticks.Select(Axis.Label)));
        Assert.Equal((0, 100), (axis.At(axis.Ticks[0]), axis.At(axis.Ticks[^1])));
    }

    [Theory]
    [InlineData(0.8, 38, "0.5 1 2 5 10 20 50")]
    [InlineData(0.15, 38, "0.1 1 10")]
    [InlineData(1, 1, "1 2")]
    [InlineData(0.0001, 100_000, "0.0001 0.001 0.01 0.1 1 10 100 1,000 10k 100k")]
    public void A_logarithmic_axis_has_ticks_at_decades_or_more(double min, double max, string ticks)
    {
        var axis = Axis.Log(min, max, 0, 100);

        Assert.Equal(ticks, string.Join(' ', axis.Ticks.Select(Axis.Label)));
        Assert.InRange(axis.At(min), 0, 99.9);
        Assert.InRange(axis.At(max), axis.At(min), 100);
    }

    [Fact]
    public void What_is_beyond_an_axis_is_at_its_end()
    {
        Assert.Equal(100, Axis.Linear(0, 1, 0, 100).At(double.PositiveInfinity));
        Assert.Equal(0, Axis.Log(1, 10, 0, 100).At(0));
    }
}
