using FsCheck;
using FsCheck.Fluent;
using ThroughputKit.Pacing;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Pacing;

public class RequestBudgetTests
{
    [Fact]
    public void Gives_every_number_out_once_however_connections_take_turns()
    {
        var input = Gen.Choose(1, 3000).Zip(Gen.Choose(1, 40)).Zip(Gen.Choose(0, int.MaxValue)).ToArbitrary();

        Prop.ForAll(input, input =>
        {
            var ((count, connections), seed) = input;
            var budget = new RequestBudget(count);
            var shares = new RequestShare[connections];
            var taken = new List<long>();
            var random = new System.Random(seed);
            var open = Enumerable.Range(0, connections).ToList();
            while (open.Count > 0)
            {
                var connection = open[random.Next(open.Count)];
                if (budget.TryTake(ref shares[connection], out var number))
                {
                    taken.Add(number);
                }
                else
                {
                    open.Remove(connection);
                }
            }

            return taken.Order().SequenceEqual(Enumerable.Range(0, count).Select(n => (long)n));
        }).Check(FixedInputs.Of());
    }

    [Fact]
    public void Leaves_everything_to_fast_connections_but_the_request_of_a_slow_one()
    {
        var budget = new RequestBudget(1_000);
        var (slow, fast, taken) = (default(RequestShare), default(RequestShare), 1);
        Assert.True(budget.TryTake(ref slow, out _));

        while (budget.TryTake(ref fast, out _))
        {
            taken++;
        }

        Assert.Equal((1_000, false), (taken, budget.HasNext));
        Assert.False(budget.TryTake(ref slow, out _));
    }

    [Fact]
    public void Gives_each_connection_as_many_with_numbers_of_its_own_if_they_are_not_shared()
    {
        var budget = new RequestBudget(3, isShared: false);

        foreach (var first in new[] { 0L, 7L })
        {
            var share = budget.From(first);
            List<long> taken = [];
            while (budget.TryTake(ref share, out var number))
            {
                taken.Add(number);
            }

            Assert.Equal([first, first + 1, first + 2], taken);
        }
    }

    [Theory]
    [InlineData(1_000)]
    [InlineData(1_003)]
    public void A_connection_takes_the_whole_pass_of_a_chain(int count)
    {
        var budget = new RequestBudget(count);
        List<long> sizes = [];
        for (var share = default(RequestShare); budget.TryTake(ref share, out _, together: 5); share = default)
        {
            sizes.Add(share.End - share.Next + 1);
        }

        Assert.Equal(count, sizes.Sum());
        Assert.All(sizes.SkipLast(1), s => Assert.Equal(5, s));
        Assert.False(budget.HasNext);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Others_take_the_rest_of_a_pass_that_was_given_back(bool whenAllAreTaken)
    {
        var budget = new RequestBudget(12);
        var (broken, other, taken) = (default(RequestShare), default(RequestShare), 1);
        Assert.True(budget.TryTake(ref broken, out _, together: 5));
        if (whenAllAreTaken)
        {
            TakeAll();
            Assert.False(budget.HasNext);
        }

        budget.GiveBack(ref broken);
        TakeAll();

        Assert.Equal((12, false), (taken, budget.HasNext));

        void TakeAll()
        {
            while (budget.TryTake(ref other, out _, together: 5))
            {
                taken++;
            }
        }
    }

    [Fact]
    public void A_broken_connection_keeps_those_of_its_own()
    {
        var budget = new RequestBudget(3, isShared: false);
        var share = budget.From(6);
        Assert.True(budget.TryTake(ref share, out _));

        budget.GiveBack(ref share);

        Assert.True(budget.TryTake(ref share, out var number));
        Assert.Equal((7, 9), (number, share.End));
    }

    [Fact]
    public void Gives_numbers_out_without_allocating()
    {
        var budget = new RequestBudget(100_000);
        var share = default(RequestShare);

        Assert.Equal(0, Allocated.By(() => Assert.True(budget.TryTake(ref share, out _)), times: 20_000));
    }

    [Fact]
    public async Task Gives_every_number_out_once_to_threads_at_once()
    {
        var budget = new RequestBudget(200_000);

        var sums = await Task.WhenAll(Enumerable.Range(0, 4).Select(_ => Task.Run(() =>
        {
            var share = default(RequestShare);
            var (count, sum) = (0L, 0L);
            while (budget.TryTake(ref share, out var number))
            {
                (count, sum) = (count + 1, sum + number);
            }

            return (count, sum);
        })));

        Assert.Equal(200_000, sums.Sum(s => s.count));
        Assert.Equal(200_000L * 199_999 / 2, sums.Sum(s => s.sum));
    }
}
