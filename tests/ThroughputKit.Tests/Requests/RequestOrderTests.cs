using ThroughputKit.Requests;

namespace ThroughputKit.Tests.Requests;

public class RequestOrderTests
{
    public static TheoryData<int[], int?> Mixes => new()
    {
        { [1, 1, 1], null },
        { [7, 1], null },
        { [50, 30, 20], null },
        { [1, 0, 3], null },
        { [997, 1, 2], null },
        { [9, 8, 7, 6, 5, 4, 3, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1], null },
        { [1, 1, 1], 1 },
        { [7, 1], 1 },
        { [50, 30, 20], 2 },
        { [1, 0, 3], 3 },
        { [997, 1, 2], 4 },
        { [9, 8, 7, 6, 5, 4, 3, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1], 5 },
        { [9_998, 1, 1], 6 },
    };

    [Fact]
    public void Requests_with_equal_shares_are_sent_one_after_another() => Assert.Equal([0, 1, 2, 0, 1, 2, 0], First(7, new RequestOrder(3)));

    [Fact]
    public void The_requests_of_a_mix_are_spread_evenly() => Assert.Equal([0, 1, 0, 2, 0, 1, 0, 1, 0, 2], First(10, new RequestOrder([50, 30, 20])));

    [Fact]
    public void One_of_several_is_sent_alone()
    {
        var order = RequestOrder.Only(index: 1, count: 3);

        Assert.Equal([1, 1, 1, 1], First(4, order));
        Assert.Equal(7, order.InWholeRounds(6.5));
        Assert.Equal(5, order.WithDataBefore(5));
    }

    [Theory]
    [MemberData(nameof(Mixes))]
    public void After_any_number_each_request_has_had_its_share_to_within_one(int[] weights, int? seed)
    {
        var order = new RequestOrder(weights, seed);
        var sent = new int[weights.Length];
        double sum = weights.Sum();
        for (var number = 0; number < 20_000; number++)
        {
            sent[order.IndexOf(number)]++;
            for (var i = 0; i < weights.Length; i++)
            {
                Assert.True(Math.Abs(sent[i] - (weights[i] / sum * (number + 1))) < 1, $"{sent[i]} of request {i} among {number + 1}");
            }
        }
    }

    [Theory]
    [MemberData(nameof(Mixes))]
    public void All_connections_together_have_sent_each_share_to_within_one_a_connection(int[] weights, int? seed)
    {
        const int Connections = 64;
        var order = new RequestOrder(weights, seed);
        var random = new Random(1);
        var sent = new int[weights.Length];
        var all = 0;
        for (var first = 0; first < Connections; first++)
        {
            for (var number = first; number < first + random.Next(3_000); number++, all++)
            {
                sent[order.IndexOf(number)]++;
            }
        }

        Assert.All(weights.Zip(sent), m => Assert.InRange(m.Second - (m.First * (double)all / weights.Sum()), -Connections, Connections));
    }

    [Theory]
    [InlineData(4, new[] { 0, 26, 52, 78 })]
    [InlineData(3, new[] { 0, 34, 68 })]
    public void Connections_begin_all_over_a_long_order(int connections, int[] expected) =>
        Assert.Equal(expected, Enumerable.Range(0, connections).Select(c => (int)new RequestOrder([99, 1]).FirstOf(c, connections)));

    [Fact]
    public void They_do_not_all_send_the_same_at_once()
    {
        var order = new RequestOrder([50, 30, 19, 1]);

        var sent = Enumerable.Range(0, 10).Count(c => order.IndexOf(order.FirstOf(c, connections: 10)) == 0);

        Assert.InRange(sent, 4, 6); // of ten connections, as of the order
    }

    [Fact]
    public void They_begin_one_after_another_in_a_short_one() =>
        Assert.Equal([0, 1, 2, 3], Enumerable.Range(0, 4).Select(c => (int)new RequestOrder(2).FirstOf(c, connections: 4)));

    [Fact]
    public void A_random_order_is_another_one_in_each_round_and_the_same_for_the_same_seed()
    {
        int[] weights = [3, 2, 2, 1];
        var order = First(800, new RequestOrder(weights, seed: 7));

        Assert.Equal(order, First(800, new RequestOrder(weights, seed: 7)));
        Assert.NotEqual(order, First(800, new RequestOrder(weights, seed: 8)));
        Assert.InRange(order.Chunk(8).Select(round => string.Join(',', round)).Distinct().Count(), 10, 100);
    }

    [Theory]
    [InlineData(0.5, 3)]
    [InlineData(3, 3)]
    [InlineData(3.1, 6)]
    public void Whole_rounds_send_all_requests_equally_often(double requests, long expected) =>
        Assert.Equal(expected, new RequestOrder(3).InWholeRounds(requests));

    [Fact]
    public void Whole_rounds_of_a_mix_are_as_short_as_its_weights_allow() => Assert.Equal(16, new RequestOrder([70, 10]).InWholeRounds(9));

    [Fact]
    public void The_requests_with_data_are_counted()
    {
        var order = new RequestOrder([2, 1], haveData: [false, true]);

        Assert.Equal([0, 0, 0, 1, 1, 1, 2], Enumerable.Range(0, 7).Select(n => order.WithDataBefore(n)));
        Assert.Equal(5, new RequestOrder([2, 1], haveData: [true, true]).WithDataBefore(5));
    }

    private static int[] First(int count, RequestOrder order) => [.. Enumerable.Range(0, count).Select(n => order.IndexOf(n))];

}
