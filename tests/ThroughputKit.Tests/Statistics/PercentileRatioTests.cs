using MathNet.Numerics.Distributions;
using ThroughputKit.Recording;
using ThroughputKit.Statistics;

namespace ThroughputKit.Tests.Statistics;

public class PercentileRatioTests
{
    private const int Clusters = 12;

    [Theory]
    [InlineData(50, 1.0)]
    [InlineData(50, 1.1)]
    [InlineData(99, 0.8)]
    [InlineData(99, 1.5)]
    public void Finds_the_ratio_of_scaled_latencies(double percent, double ratio)
    {
        var random = new Random(1);
        var estimate = new PercentileRatio(Of(() => Tail(random, 5_000, _ => 1), () => Tail(random, 5_000, _ => ratio)), percent);

        Assert.InRange(Math.Exp(estimate.Center), ratio * 0.97, ratio * 1.03);
    }

    [Theory]
    [InlineData(50, 0.0)]
    [InlineData(50, 0.1)] // in each cluster the machine slows both sides equally
    [InlineData(99, 0.1)]
    [Trait("Category", "Slow")]
    public void Its_interval_contains_the_truth_as_often_as_it_claims(double percent, double drift)
    {
        var random = new Random(2);
        var held = Enumerable.Range(0, 500).Count(_ =>
        {
            var clusters = Enumerable.Range(0, Clusters).Select(_ => Math.Exp(Normal.Sample(random, 0, drift))).Select(machine => (Tail(random, 400, _ => machine), Tail(random, 400, _ => 1.2 * machine)));
            var interval = new PercentileRatio([.. clusters], percent).Within(0.025);
            return Math.Exp(interval.Low) <= 1.2 && Math.Exp(interval.High) >= 1.2;
        });

        Assert.InRange(held / 500.0, 0.93, 0.98); // seeded: the same in every run
    }

    [Fact]
    public void A_wait_of_one_request_in_eighty_is_seen_even_with_ten_per_slice()
    {
        // 5 ms for a request, and 12 ms for every 80th of the candidate: p99 is 140% higher. No cluster has enough latencies for its own percentile.
        var few = Every80th(requests: 10, clusters: 100);
        var enough = Every80th(requests: 80, clusters: 100);

        Assert.InRange(Math.Exp(few.Within(0.025).High), 2.3, double.PositiveInfinity);
        Assert.InRange(Math.Exp(enough.Center), 2.3, 2.5);
        Assert.InRange(Math.Exp(enough.Within(0.025).Low), 2.3, 2.5);
    }

    [Fact]
    public void Without_enough_latencies_beyond_it_there_is_no_bound()
    {
        var random = new Random(4);
        var estimate = new PercentileRatio(Of(() => Tail(random, 20, _ => 1), () => Tail(random, 20, _ => 1)), 99.9);

        Assert.False(estimate.Within(0.001).IsBounded);
    }

    private static PercentileRatio Every80th(int requests, int clusters)
    {
        var sent = 0;
        var random = new Random(3);
        return new PercentileRatio(
            [.. Enumerable.Range(0, clusters).Select(_ => (
                new LatencyTail(Histogram(Enumerable.Range(0, requests).Select(_ => Around(5)))),
                new LatencyTail(Histogram(Enumerable.Range(0, requests).Select(_ => Around(++sent % 80 == 0 ? 12 : 5))))))],
            99);

        double Around(double milliseconds) => Normal.Sample(random, milliseconds, 0.02) * 1e6;
    }

    private static LatencyTail Tail(Random random, int count, Func<int, double> scale) =>
        new(Histogram(Enumerable.Range(0, count).Select(i => 1e6 * scale(i) * Math.Exp(Normal.Sample(random, 0, 0.5)))));

    private static LatencyHistogram Histogram(IEnumerable<double> nanoseconds)
    {
        var histogram = new LatencyHistogram();
        foreach (var value in nanoseconds)
        {
            histogram.Record((long)value);
        }

        return histogram;
    }

    private static (LatencyTail Reference, LatencyTail Candidate)[] Of(Func<LatencyTail> reference, Func<LatencyTail> candidate) =>
        [.. Enumerable.Range(0, Clusters).Select(_ => (reference(), candidate()))];
}
