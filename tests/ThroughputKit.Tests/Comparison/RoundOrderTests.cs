using FsCheck;
using FsCheck.Fluent;
using ThroughputKit.Comparison;

namespace ThroughputKit.Tests.Comparison;

public class RoundOrderTests
{
    [Fact]
    public void Every_round_has_every_variant_once_and_pairs_of_rounds_favour_none() => Prop.ForAll(
        Gen.Choose(2, 9).Zip(Gen.Choose(1, 9)).Zip(Gen.Choose(0, int.MaxValue)).ToArbitrary(),
        input =>
        {
            var ((variants, rounds), seed) = input;
            var orders = RoundOrder.Of(variants, rounds, seed);
            return orders.Count == rounds
                && orders.All(o => o.Order().SequenceEqual(Enumerable.Range(0, variants)))
                && orders.Chunk(2).Where(pair => pair.Length == 2).All(pair => pair[0].SequenceEqual(pair[1].Reverse()));
        }).QuickCheckThrowOnFailure();

    [Fact]
    public void A_seed_gives_the_same_order_again() => Assert.Equal(RoundOrder.Of(6, 4, seed: 7), RoundOrder.Of(6, 4, seed: 7));
}
