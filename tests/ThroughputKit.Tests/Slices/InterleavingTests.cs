using FsCheck;
using FsCheck.Fluent;
using ThroughputKit.Slices;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Slices;

public class InterleavingTests
{
    [Fact]
    public void Every_round_has_every_variant_once_and_pairs_of_rounds_favour_none() => Prop.ForAll(
        Gen.Choose(2, 9).Zip(Gen.Choose(0, int.MaxValue)).ToArbitrary(),
        input =>
        {
            var (variants, seed) = input;
            var orders = Interleaving.Orders(variants, seed).Take(8).ToList();
            return orders.All(o => o.Order().SequenceEqual(Enumerable.Range(0, variants)))
                && orders.Chunk(2).All(pair => pair[0].SequenceEqual(pair[1].Reverse()));
        }).Check(FixedInputs.Of());

    [Fact]
    public void A_seed_gives_the_same_order_again() => Assert.Equal(Interleaving.Orders(6, seed: 7).Take(4), Interleaving.Orders(6, seed: 7).Take(4));
}
