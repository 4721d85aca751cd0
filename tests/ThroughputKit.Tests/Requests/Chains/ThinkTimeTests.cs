using ThroughputKit.Requests.Chains;

namespace ThroughputKit.Tests.Requests.Chains;

/// <summary>The pauses of virtual users.</summary>
public class ThinkTimeTests
{
    private static readonly ThinkTime _time = new(TimeSpan.FromMilliseconds(10), TimeSpan.FromMilliseconds(20));

    [Fact]
    public void Each_user_has_the_same_random_pauses_in_each_stretch_of_load_and_others_than_another()
    {
        var (one, again, other) = (Pauses(connection: 1), Pauses(connection: 1), Pauses(connection: 2));

        Assert.Equal(one, again);
        Assert.NotEqual(one, other);
        Assert.All(one.Concat(other), p => Assert.InRange(p, _time.Least, _time.Most));
        Assert.True(one.Distinct().Count() > 90);
        Assert.InRange(one.Average(p => p.TotalMilliseconds), 13, 17);
    }

    [Fact]
    public void A_pause_without_limits_is_always_the_same() =>
        Assert.Equal([_time.Least], Enumerable.Range(0, 10).Select(n => new ThinkTime(_time.Least, _time.Least).At((ulong)n)).Distinct());

    private static TimeSpan[] Pauses(int connection)
    {
        var user = new VirtualUser(new ChainMix(new Chain([new Chain.Step([], _time)], Values: 0, Cookies: null)), connection, connections: 4);
        user.Enter();
        user.Ended(success: true);
        user.Enter();
        return
        [
            .. Enumerable.Range(0, 100).Select(_ =>
            {
                user.Ended(success: true);
                return user.Pause;
            }),
        ];
    }
}
