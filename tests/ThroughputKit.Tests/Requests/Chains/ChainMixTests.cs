using ThroughputKit.Requests.Chains;

namespace ThroughputKit.Tests.Requests.Chains;

/// <summary>Which chain a pass is of.</summary>
public class ChainMixTests
{
    private static readonly ChainMix _mix = new([ChainOf(2, first: 0), ChainOf(5, first: 2)], [6, 2]);

    [Fact]
    public void Each_chain_has_its_share_of_each_round()
    {
        Assert.Equal((4, 11, 5), (_mix.Round, _mix.RequestsOfRound, _mix.Longest));
        Assert.Equal([0, 0, 0, 2, 0, 0, 0, 2], Enumerable.Range(0, 8).Select(n => _mix.Of(n).First));
    }

    [Theory]
    [InlineData(0, 0)]
    [InlineData(1, 1)]
    [InlineData(11, 4)]
    [InlineData(12, 5)]
    [InlineData(110, 40)]
    public void Requests_are_counted_as_passes_by_their_share_of_a_round(long requests, long passes) => Assert.Equal(passes, _mix.PassesIn(requests));

    [Fact]
    public void A_mix_of_one_chain_has_nothing_but_that()
    {
        var mix = new ChainMix(ChainOf(3, first: 0));

        Assert.Equal((1, 3, 3, 2), (mix.Round, mix.RequestsOfRound, mix.Longest, mix.PassesIn(4)));
    }

    private static Chain ChainOf(int length, int first) => new([.. Enumerable.Repeat(new Chain.Step([], default), length)], Values: 0, Cookies: null, first);
}
