using ThroughputKit.Statistics;

namespace ThroughputKit.Tests.Statistics;

/// <summary>Changes of level in simulated series of runs, with fixed seeds: chance decides no test.</summary>
public class ChangePointsTests
{
    private const int Runs = 50;
    private const int Series = 300;
    private const double Noise = 0.05;

    private readonly Random _random = new(20_261_128);

    [Fact]
    public void Of_series_without_a_change_at_most_two_in_a_hundred_have_one() =>
        Assert.InRange(CountFound(_ => Level(100, Runs)), 0, 0.02 * Series);

    [Theory]
    [InlineData(8)]
    [InlineData(25)]
    [InlineData(42)]
    public void A_step_of_three_times_the_noise_is_found_where_it_is(int at)
    {
        var found = Enumerable.Range(0, Series).Count(_ => ChangePoints.Find([.. Level(100, at), .. Level(85, Runs - at)]) is [var only] && Math.Abs(only - at) <= 3);

        Assert.InRange(found, 0.95 * Series, Series);
    }

    [Fact]
    public void Steps_that_compensate_each_other_are_found()
    {
        var found = Enumerable.Range(0, Series).Count(_ => ChangePoints.Find([.. Level(100, 20), .. Level(115, 10), .. Level(100, 20)]).Count == 2);

        Assert.InRange(found, 0.95 * Series, Series);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    public void One_or_two_outliers_are_no_change(int outliers) => Assert.Equal(0, CountFound(i =>
    {
        var values = Level(100, Runs);
        var at = i % (Runs - 1);
        Array.Fill(values, i % 2 == 0 ? 30 : 300, at, outliers);
        return values;
    }));

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    public void The_last_runs_alone_are_no_change_however_much_they_differ(int last) =>
        Assert.Empty(ChangePoints.Find([.. Enumerable.Repeat(1_928.0, 20), .. Enumerable.Repeat(5_000.0, last)]));

    [Fact]
    public void Values_without_noise_change_with_the_third_one()
    {
        double[] values = [.. Enumerable.Repeat(1_928.0, 20), 1_960, 1_960, 1_960];

        Assert.Equal([20], ChangePoints.Find(values));
        Assert.Equal([20], ChangePoints.Find(values, leastShare: 0.001));
        Assert.Empty(ChangePoints.Find(values, leastShare: 0.1));
    }

    [Fact]
    public void The_same_values_have_the_same_changes()
    {
        double[] values = [.. Level(100, 20), .. Level(80, 20), .. Level(120, 20)];

        Assert.Equal(ChangePoints.Find(values), ChangePoints.Find(values));
        Assert.Equal(2, ChangePoints.Find(values).Count);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(5)]
    public void Too_few_values_have_no_change(int count) => Assert.Empty(ChangePoints.Find([.. Enumerable.Range(0, count).Select(i => (double)i)]));

    private static int CountFound(Func<int, double[]> series) => Enumerable.Range(0, Series).Count(i => ChangePoints.Find(series(i)).Count > 0);

    private double[] Level(double mean, int count) => [.. Enumerable.Range(0, count).Select(_ => mean * (1 + (Noise * Gaussian())))];

    private double Gaussian() => Math.Sqrt(-2 * Math.Log(1 - _random.NextDouble())) * Math.Cos(2 * Math.PI * _random.NextDouble());
}
