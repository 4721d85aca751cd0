using FsCheck;
using FsCheck.Fluent;
using ThroughputKit.Statistics;
using ThroughputKit.Tests.Support;
using Oracle = MathNet.Numerics.Distributions.StudentT;

namespace ThroughputKit.Tests.Statistics;

public class StudentTTests
{
    [Fact]
    public void Quantiles_match_another_implementation() => Prop.ForAll(
        Gen.Choose(1, 5_000).Zip(Gen.Choose(1, 500)).ToArbitrary(),
        input =>
        {
            var (share, degrees) = (input.Item1 / 10_000.0, input.Item2);
            var expected = Other(degrees).InverseCumulativeDistribution(1 - share);
            return Math.Abs(StudentT.QuantileAbove(share, degrees) - expected) <= 1e-6 * Math.Max(1, expected);
        }).Check(FixedInputs.Of());

    // Tables: E. S. Pearson and H. O. Hartley, Biometrika Tables for Statisticians, volume 1.
    [Theory]
    [InlineData(0.025, 1, 12.706)]
    [InlineData(0.025, 2, 4.303)]
    [InlineData(0.025, 10, 2.228)]
    [InlineData(0.005, 30, 2.750)]
    [InlineData(0.025, 120, 1.980)]
    public void Quantiles_match_printed_tables(double share, int degrees, double expected) =>
        Assert.Equal(expected, StudentT.QuantileAbove(share, degrees), precision: 3);

    private static Oracle Other(int degrees) => new(0, 1, degrees);
}
