using ThroughputKit.Pacing;
using ThroughputKit.Requests;
using ThroughputKit.Requests.Chains;
using ThroughputKit.Traffic;

namespace ThroughputKit.Tests.Traffic;

/// <summary>Who is next among several senders, driven by hand.</summary>
public class SendersTests
{
    [Fact]
    public void The_longest_free_sender_gets_the_next_request_when_it_is_due()
    {
        var (senders, all) = Enter(Rate(100), count: 2);
        Begin(senders, all);

        Assert.Equal((Move.Send, 0, 0), (all[0].Move, all[0].Number, all[0].Due));
        Assert.Equal((null, Ms(10)), (senders.Next(Ms(10) - 1), senders.WakeAt(0)));
        Ended(senders, all[0], Ms(9));
        Assert.Equal((all[1], 1), (senders.Next(Ms(10)), all[1].Number));
        Assert.Equal((null, Ms(20)), (senders.Next(Ms(10)), senders.WakeAt(Ms(10))));
        Assert.Equal((all[0], 2), (senders.Next(Ms(25)), all[0].Number));
    }

    [Fact]
    public void A_sender_that_becomes_free_takes_an_overdue_request_which_has_waited()
    {
        var (senders, all) = Enter(Rate(100), count: 1);
        Begin(senders, all);
        Assert.Equal((null, long.MaxValue), (senders.Next(Ms(15)), senders.WakeAt(Ms(15)))); // nobody is free

        Ended(senders, all[0], Ms(15));

        Assert.Equal((Move.Send, 1, true), (all[0].Move, all[0].Number, all[0].HasWaited));
    }

    [Fact]
    public void A_request_that_a_free_sender_gets_late_has_not_waited_for_one()
    {
        var (senders, all) = Enter(Rate(100), count: 1);
        Begin(senders, all);
        Ended(senders, all[0], Ms(9));

        Assert.Equal((all[0], false), (senders.Next(Ms(15)), all[0].HasWaited));
    }

    [Fact]
    public void All_come_to_their_end_with_the_window_and_the_rest_of_the_plan_remains()
    {
        var (senders, all) = Enter(Rate(100), count: 2);
        Begin(senders, all);
        Assert.Equal(all[1], senders.Next(Ms(10)));
        Ended(senders, all[0], Ms(11));

        Assert.Equal((all[0], Move.End), (senders.Next(Ms(Length)), all[0].Move));
        Ended(senders, all[1], Ms(Length));
        Assert.Equal((Move.End, null, 2), (all[1].Move, senders.Next(Ms(Length)), senders.Plan!.Number));
        Assert.Null(senders.NoneFreeSince);
    }

    [Fact]
    public void All_come_to_their_end_with_the_plan()
    {
        var (senders, all) = Enter(new Schedule(new RequestOrder(1)) { Rate = LoadRate.From(100).Hold(TimeSpan.FromMilliseconds(10)) }, count: 2);
        Begin(senders, all);

        Assert.Equal((all[0], Move.Send, Move.End), (all[0], all[0].Move, all[1].Move));
        Ended(senders, all[0], Ms(1));
        Assert.Equal(Move.End, all[0].Move);
    }

    [Fact]
    public void A_group_without_a_free_sender_hands_its_due_requests_to_one_that_has_one()
    {
        var (overdue, woken) = (new OverdueRequests(capacity: 2), 0);
        var schedule = Rate(100);
        var (busy, of) = Enter(schedule, count: 1, overdue);
        var (free, other) = Enter(schedule, count: 1, overdue, () => woken++);
        busy.Start(group: 0, groups: 2);
        free.Start(group: 1, groups: 2);
        Begin(busy, of);
        Begin(free, other);
        free.Share(Ms(1));

        Assert.Equal((null, Ms(20)), (busy.Next(Ms(5)), busy.WakeAt(Ms(5))));
        busy.Share(Ms(20));

        Assert.Equal((1, true, false), (woken, free.HasFree, busy.HasFree));
        Assert.Equal((other[0], 1), (free.Next(Ms(20)), other[0].Number)); // its own is due before the other one
        Ended(free, other[0], Ms(21));
        Assert.Equal((Move.Send, 2), (other[0].Move, other[0].Number));
    }

    [Fact]
    public void Groups_come_to_their_end_once_all_their_plans_have()
    {
        var overdue = new OverdueRequests(capacity: 2);
        var schedule = new Schedule(new RequestOrder(1)) { Rate = LoadRate.From(100).Hold(TimeSpan.FromMilliseconds(20)) };
        var (one, of) = Enter(schedule, count: 1, overdue);
        var (two, other) = Enter(schedule, count: 1, overdue);
        one.Start(group: 0, groups: 2);
        two.Start(group: 1, groups: 2);
        Begin(one, of);
        Begin(two, other);
        one.Share(Ms(1));
        two.Share(Ms(1));
        Ended(one, of[0], Ms(2));
        Assert.Equal((null, Move.AwaitTurn), (one.Next(Ms(3)), of[0].Move)); // the other group may hand it its request

        Assert.Equal((other[0], 1), (two.Next(Ms(10)), other[0].Number));
        two.Share(Ms(10));

        Assert.Equal((of[0], Move.End), (one.Next(Ms(11)), of[0].Move));
        Ended(two, other[0], Ms(12));
        Assert.Equal(Move.End, other[0].Move);
    }

    [Fact]
    public void Who_thinks_within_a_pass_goes_on_after_the_end_of_the_plan()
    {
        var pause = new ThinkTime(TimeSpan.FromMilliseconds(5), TimeSpan.FromMilliseconds(5));
        var (senders, all) = Enter(
            new Schedule(new RequestOrder(2))
            {
                Chains = new ChainMix(new Chain([new Chain.Step([], pause), new Chain.Step([], pause)], Values: 0, Cookies: null)),
                HasPauses = true,
                Rate = LoadRate.From(100).Hold(TimeSpan.FromMilliseconds(10)),
            },
            count: 2);
        Begin(senders, all);
        Assert.Equal((Move.Send, Move.End), (all[0].Move, all[1].Move));

        all[0].Source.User!.Ended(success: true);
        Ended(senders, all[0], Ms(1));

        Assert.Equal((Move.Think, false, Ms(6)), (all[0].Move, senders.IsOver(Ms(1)), senders.WakeAt(Ms(1))));
        Assert.Equal((all[0], Move.Send), (senders.Next(Ms(6)), all[0].Move));
        all[0].Source.User!.Ended(success: true);
        Ended(senders, all[0], Ms(7));
        Assert.Equal((Move.End, true), (all[0].Move, senders.IsOver(Ms(Length))));
    }

    [Fact]
    public void Pauses_end_in_the_order_of_their_times_and_all_with_the_window()
    {
        var (senders, all) = Enter(new Schedule(new RequestOrder(1)), count: 3);
        Begin(senders, all);
        Ended(senders, all[0], Ms(5), Ending.Broken);
        Ended(senders, all[1], Ms(1), Ending.Broken);
        Ended(senders, all[2], Ms(Length) - 1, Ending.Broken);

        Assert.Equal((null, Ms(11)), (senders.Next(Ms(10)), senders.WakeAt(Ms(10))));
        Assert.Equal([all[1], all[0], null], [senders.Next(Ms(20)), senders.Next(Ms(20)), senders.Next(Ms(20))]);
        Assert.Equal((all[2], Move.End), (senders.Next(Ms(Length)), all[2].Move));
    }

    [Theory]
    [InlineData(null)]
    [InlineData(1_000)]
    public void Decisions_allocate_nothing(int? rate)
    {
        var (senders, all) = Enter(rate is { } set ? Rate(set) : new Schedule(new RequestOrder(1)) { Budget = new RequestBudget(500) }, count: 4);
        Begin(senders, all);
        Go(until: 500);

        var before = GC.GetAllocatedBytesForCurrentThread();
        Go(until: 900);

        Assert.Equal(0, GC.GetAllocatedBytesForCurrentThread() - before);

        void Go(long until)
        {
            for (var now = until - 400; now < until; now++)
            {
                foreach (var sender in all)
                {
                    if (sender.Move == Move.Send)
                    {
                        Ended(senders, sender, Ms(now), now % 5 == 0 ? Ending.Broken : Ending.Answered);
                    }
                }

                while (senders.Next(Ms(now)) is not null)
                {
                    // it sends again, or has come to its end
                }
            }
        }
    }

    private const long Length = 1_000;

    private static long Ms(long milliseconds) => Clock.ToTicks(TimeSpan.FromMilliseconds(milliseconds));

    private static Schedule Rate(double rate) => new(new RequestOrder(1)) { Rate = LoadRate.From(rate).Hold(TimeSpan.FromMinutes(1)) };

    private static (Senders Senders, Sender[] All) Enter(Schedule schedule, int count, OverdueRequests? overdue = null, Action? wake = null)
    {
        schedule.Window.Open(0, Ms(Length));
        var senders = new Senders(count, overdue, wake ?? (() => { }));
        overdue?.Join(senders);
        senders.Enter(schedule);
        if (overdue is null)
        {
            senders.Start();
        }

        Sender[] all = [.. Enumerable.Range(0, count).Select(i => new Sender(i, count))];
        Array.ForEach(all, s => s.Enter(schedule));
        return (senders, all);
    }

    private static void Begin(Senders senders, Sender[] all)
    {
        foreach (var sender in all)
        {
            sender.Begin(0);
            senders.Place(sender, 0);
        }
    }

    private static void Ended(Senders senders, Sender sender, long now, Ending ending = Ending.Answered)
    {
        sender.Ended(ending, now);
        senders.Place(sender, now);
    }
}
