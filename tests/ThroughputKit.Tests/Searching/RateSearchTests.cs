using FsCheck;
using FsCheck.Fluent;
using ThroughputKit.Searching;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Searching;

/// <summary>The search against made-up apps with a known highest rate.</summary>
public class RateSearchTests
{
    // From far below the rates that the search tries to far above them, in hundredths of a power of two.
    private static readonly Gen<double> _limits = Gen.Choose(-1_000, 800).Select(n => Math.Pow(2, n / 100.0));
    private static readonly Gen<double> _capacities = Gen.Choose(-300, 1_600).Select(n => Math.Pow(2, n / 100.0));

    [Fact]
    public void Whatever_the_limit_the_rate_is_at_most_5_percent_below_it_and_never_above() => Prop.ForAll(
        _capacities.Zip(_limits).ToArbitrary(),
        input =>
        {
            var (capacity, limit) = (input.Item1, input.Item1 * input.Item2);
            var search = new RateSearch(capacity);
            var steps = Run(search, rate => rate <= limit);

            return steps.Count <= RateSearch.MaxSteps && (search.Rate, input.Item2) switch
            {
                (0, _) => steps.Min() > limit && steps.Min() < capacity / 250,
                (_, > 127) => search.Rate <= limit && search.Rate > 120 * capacity,
                var (rate, _) => rate <= limit && rate >= limit / RateSearch.Precision,
            };
        }).Check(FixedInputs.Of());

    [Fact]
    public void A_queue_that_grows_without_bound_near_the_limit_is_found_by_its_latency() => Prop.ForAll(
        Gen.Choose(200, 100_000).Zip(Gen.Choose(1, 400)).ToArbitrary(),
        input =>
        {
            // An app with one worker: the mean time in it is 1 / (capacity - rate).
            var (capacity, limitMs) = ((double)input.Item1, input.Item2 / 10.0);
            var limit = capacity - (1_000 / limitMs);
            var search = new RateSearch(capacity);
            Run(search, rate => rate < capacity && 1_000 / (capacity - rate) <= limitMs);
            return limit < capacity / 200 || (search.Rate <= limit && search.Rate >= limit / RateSearch.Precision);
        }).Check(FixedInputs.Of());

    [Fact]
    public void A_rate_that_fails_once_by_chance_is_found_all_the_same() => Prop.ForAll(
        _limits.Zip(Gen.Choose(0, int.MaxValue)).ToArbitrary(),
        input =>
        {
            var (limit, random) = (1_000 * input.Item1, new Random(input.Item2));
            var (calm, noisy) = (new RateSearch(1_000), new RateSearch(1_000));
            Run(calm, rate => rate <= limit);
            double? failed = null;
            var steps = Run(noisy, rate =>
            {
                var fails = failed != rate && random.Next(2) == 0;
                failed = fails ? rate : null;
                return rate <= limit && !fails;
            });

            return noisy.Rate.Equals(calm.Rate) && steps.Count <= RateSearch.MaxSteps;
        }).Check(FixedInputs.Of());

    [Fact]
    public void Random_outcomes_end_the_search_too() => Prop.ForAll(
        Gen.Choose(0, int.MaxValue).ToArbitrary(),
        seed =>
        {
            var random = new Random(seed);
            return Run(new RateSearch(1_000), _ => random.Next(2) == 0).Count <= RateSearch.MaxSteps;
        }).Check(FixedInputs.Of());

    [Fact]
    public void Tries_a_failing_rate_twice_and_closes_in_from_below_the_reached_throughput()
    {
        var search = new RateSearch(10_000);

        var steps = Run(search, rate => rate <= 8_500);

        Assert.Equal([7_071, 10_000, 10_000, 8_409, 9_170, 9_170, 8_781, 8_781], steps.Select(s => Math.Round(s)));
        Assert.Equal(8_409, Math.Round(search.Rate));
        Assert.Equal("8,781 RPS did not hold in two tries", search.Reason);
    }

    [Fact]
    public void Nothing_holds()
    {
        var search = new RateSearch(10_000);

        var steps = Run(search, _ => false);

        Assert.Equal([7_071, 7_071, 5_000, 5_000, 2_500, 2_500, 625, 625, 39, 39], steps.Select(s => Math.Round(s)));
        Assert.Equal((0, "none held, down to 39.06 RPS"), (search.Rate, search.Reason));
    }

    [Fact]
    public void Everything_holds()
    {
        var search = new RateSearch(10_000);

        var steps = Run(search, _ => true);

        Assert.Equal([7_071, 10_000, 20_000, 80_000, 1_280_000], steps.Select(s => Math.Round(s)));
        Assert.Equal("1,280,000 RPS is the highest rate that was tried; a higher one might hold", search.Reason);
    }

    [Fact]
    public void No_rate_is_above_the_highest_that_can_be_set() => Assert.Equal(10_000_000, Run(new RateSearch(200_000), _ => true).Max());

    [Theory]
    [InlineData(0)]
    [InlineData(double.NaN)]
    public void Without_a_success_no_rate_is_tried(double capacity)
    {
        var search = new RateSearch(capacity);

        Assert.Null(search.Next);
        Assert.Equal((0, "no request succeeded in the run without a set rate, so no rate was tried"), (search.Rate, search.Reason));
    }

    private static List<double> Run(RateSearch search, Func<double, bool> holds)
    {
        List<double> steps = [];
        while (search.Next is { } rate && steps.Count <= RateSearch.MaxSteps)
        {
            steps.Add(rate);
            search.Record(holds(rate));
        }

        return steps;
    }
}
