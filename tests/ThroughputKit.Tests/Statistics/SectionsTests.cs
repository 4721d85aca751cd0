using ThroughputKit.Statistics;

namespace ThroughputKit.Tests.Statistics;

public class SectionsTests
{
    [Fact]
    public void Identical_parts_give_an_interval_without_width() => Assert.Equal(new Interval(10, 10), Sections.Of(10, [10, 10, 10, 10], 0.025));

    [Fact]
    public void If_the_whole_is_the_mean_its_interval_is_that_of_the_mean()
    {
        double[] parts = [9, 10, 11, 12, 8];
        var mean = ClusteredMean.Of([.. parts.Select(p => new[] { p })], share: 0).Within(0.025);

        var interval = Sections.Of(10, parts, 0.025)!.Value;

        Assert.Equal(mean.Low, interval.Low, precision: 9);
        Assert.Equal(mean.High, interval.High, precision: 9);
    }

    [Fact]
    public void A_whole_that_is_not_the_mean_of_its_parts_has_a_wider_interval() =>
        Assert.True(Sections.Of(12, [9, 10, 11, 10], 0.025)!.Value.HalfWidth > Sections.Of(10, [9, 10, 11, 10], 0.025)!.Value.HalfWidth);

    [Fact]
    public void Too_few_parts_give_no_interval() => Assert.Null(Sections.Of(10, [9, 10, 11], 0.025));

    [Fact]
    public void Each_end_comes_from_the_parts_on_its_side_and_goes_no_farther_than_they_do()
    {
        double[] even = [8, 9, 10, 11, 12];

        Assert.Equal(Sections.Of(10, even, 0.025), Sections.OfEachSide(10, even, 0.025));
        Assert.Equal(10, Sections.OfEachSide(10, [10, 10, 10, 10, 500], 0.025).Low);
        Assert.Equal(9, Sections.OfEachSide(10, [9, 9, 9, 12], 0.025).Low);
        Assert.Equal(new Interval(10, 10), Sections.OfEachSide(10, [9, 10, 11], 0.025));
    }
}
