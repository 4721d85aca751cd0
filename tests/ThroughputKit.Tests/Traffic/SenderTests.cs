using ThroughputKit.Pacing;
using ThroughputKit.Requests;
using ThroughputKit.Requests.Chains;
using ThroughputKit.Traffic;

namespace ThroughputKit.Tests.Traffic;

/// <summary>What one sender decides, driven by hand: the clock is a number, and nothing is sent.</summary>
public class SenderTests
{
    private const long End = 10_000;

    [Fact]
    public void Sends_one_request_after_another_until_the_window_is_over()
    {
        var sender = Enter(new Schedule(new RequestOrder(count: 2)));

        Assert.Equal((Move.Send, 0, null), (sender.Begin(Ms(1)), sender.Number, sender.Due));
        Assert.Equal((Move.Send, 1, null), (sender.Ended(Ending.Answered, Ms(2)), sender.Number, sender.Due));
        Assert.Equal((Move.Send, 2, null), (sender.Ended(Ending.Unanswered, Ms(3)), sender.Number, sender.Due));
        Assert.Equal(Move.End, sender.Ended(Ending.AnsweredLast, Ms(End)));
    }

    [Fact]
    public void Takes_its_part_of_a_fixed_number_of_requests()
    {
        var schedule = new Schedule(new RequestOrder(count: 1)) { Budget = new RequestBudget(3) };
        var (one, other) = (Enter(schedule), Enter(schedule, index: 1));

        Assert.Equal([Move.Send, Move.Send, Move.Send, Move.End, Move.End], [one.Begin(0), other.Begin(0), one.Ended(Ending.Answered, 1), other.Ended(Ending.Answered, 1), one.Ended(Ending.Answered, 2)]);
        Assert.Equal((2, 1), (one.Number, other.Number));
    }

    [Fact]
    public void Backs_off_for_longer_each_time_until_a_request_is_answered()
    {
        var sender = Enter(new Schedule(new RequestOrder(count: 1)));
        sender.Begin(0);
        List<long> waits = [];

        foreach (var ending in new[] { Ending.Broken, Ending.Broken, Ending.Unanswered, Ending.Broken, Ending.AnsweredLast, Ending.Broken, Ending.Answered, Ending.Broken })
        {
            if (sender.Ended(ending, now: 0) == Move.BackOff)
            {
                waits.Add(sender.Until);
                Assert.Equal((Move.Send, null), (sender.GoOn(sender.Until), sender.Due));
            }
        }

        Assert.Equal([Ms(10), Ms(20), Ms(40), Ms(10), Ms(10)], waits);
    }

    [Fact]
    public void Backs_off_no_longer_than_the_window()
    {
        var sender = Enter(new Schedule(new RequestOrder(count: 1)));
        sender.Begin(0);

        Assert.Equal((Move.BackOff, Ms(End)), (sender.Ended(Ending.Broken, Ms(End) - 1), sender.Until));
        Assert.Equal(Move.End, sender.GoOn(Ms(End)));
    }

    [Fact]
    public void Gives_the_rest_of_a_broken_pass_back()
    {
        var schedule = new Schedule(new RequestOrder(count: 1)) { Chains = new ChainMix(ChainOf(length: 4, TimeSpan.Zero)), Budget = new RequestBudget(4) };
        var (broken, other) = (Enter(schedule), Enter(schedule, index: 1));
        broken.Begin(0);
        Assert.Equal(Move.End, other.Begin(0));

        broken.Ended(Ending.Broken, now: 0);

        Assert.Equal((Move.Send, 1), (other.Begin(0), other.Number));
    }

    [Fact]
    public void Thinks_before_the_next_request_of_a_chain_which_is_due_then()
    {
        var sender = Enter(new Schedule(new RequestOrder(count: 1)) { Chains = new ChainMix(ChainOf(length: 2, TimeSpan.FromMilliseconds(5))), HasPauses = true });
        sender.Begin(0);

        Assert.Equal((Move.Think, Ms(6)), (Answer(sender, Ms(1)), sender.Until));
        Assert.Equal((Move.Send, Ms(6), false), (sender.GoOn(Ms(7)), sender.Due, sender.IsPlanned));
    }

    [Fact]
    public void Skips_pauses()
    {
        var sender = Enter(new Schedule(new RequestOrder(count: 1)) { Chains = new ChainMix(ChainOf(length: 2, TimeSpan.FromMilliseconds(5))) });
        sender.Begin(0);

        Assert.Equal((Move.Send, null), (Answer(sender, Ms(1)), sender.Due));
    }

    [Fact]
    public void Thinks_in_vain_once_others_have_taken_the_last_request()
    {
        var schedule = new Schedule(new RequestOrder(count: 1)) { Chains = new ChainMix(ChainOf(length: 1, TimeSpan.FromMilliseconds(5))), HasPauses = true, Budget = new RequestBudget(3) };
        var (one, other) = (Enter(schedule), Enter(schedule, index: 1));
        one.Begin(0);
        other.Begin(0);
        Assert.Equal((Move.Think, false), (Answer(one, 0), one.IsInVain));

        Answer(other, 0);
        other.GoOn(Ms(5));

        Assert.True(one.IsInVain);
        Assert.Equal(Move.End, one.GoOn(Ms(1)));
        Assert.Equal(Move.End, Answer(other, Ms(6))); // there is none left to think for
    }

    [Fact]
    public void Waits_for_its_turn_at_a_set_rate()
    {
        var sender = Enter(new Schedule(new RequestOrder(count: 1)) { Rate = LoadRate.From(100).Hold(TimeSpan.FromSeconds(1)) });

        Assert.Equal(Move.AwaitTurn, sender.Begin(0));
        sender.Give(number: 7, due: 3, hasWaited: true);
        Assert.Equal((Move.Send, 7, 3, true, true), (sender.Move, sender.Number, sender.Due, sender.IsPlanned, sender.HasWaited));
        Assert.Equal(Move.AwaitTurn, sender.Ended(Ending.Answered, 4));
        sender.Give(number: 8, due: 5, hasWaited: false);
        Assert.Equal(Move.BackOff, sender.Ended(Ending.Broken, 6));
        Assert.Equal(Move.AwaitTurn, sender.GoOn(sender.Until));
    }

    [Theory]
    [InlineData(0, 0)]
    [InlineData(1, 5_000)]
    [InlineData(2, End)] // never
    public void Waits_while_a_ramp_of_users_leaves_it_out(int index, long joins)
    {
        var users = LoadUsers.From(1).Hold(TimeSpan.FromSeconds(5)).RampTo(2, TimeSpan.FromTicks(1)).Hold(TimeSpan.FromSeconds(5));
        var sender = Enter(new Schedule(new RequestOrder(count: 1)) { Users = users }, index);

        if (sender.Begin(0) == Move.AwaitTurn)
        {
            Assert.InRange(sender.Until, Ms(joins), Ms(joins) + Ms(1));
            Assert.Equal(Move.AwaitTurn, sender.GoOn(sender.Until - Ms(1))); // early, as timers are
            sender.GoOn(sender.Until);
        }

        Assert.Equal(joins == End ? Move.End : Move.Send, sender.Move);
    }

    [Fact]
    public void A_pass_of_a_set_rate_goes_on_by_itself_and_only_its_first_request_is_planned()
    {
        var sender = Enter(Rate(ChainOf(length: 3, TimeSpan.Zero)));
        Assert.Equal(Move.AwaitTurn, sender.Begin(0));

        sender.Give(number: 7, due: 3, hasWaited: true);
        Assert.Equal((Move.Send, 7, 3L, true, true), (sender.Move, sender.Number, sender.Due, sender.IsPlanned, sender.HasWaited));
        foreach (var step in new[] { 1, 2 })
        {
            Assert.Equal((Move.Send, 7, null, false, false), (Answer(sender, Ms(step)), sender.Number, sender.Due, sender.IsPlanned, sender.HasWaited));
            Assert.Equal(step, sender.Source.Choose(sender.Number));
        }

        Assert.Equal(Move.AwaitTurn, Answer(sender, Ms(3)));
    }

    [Fact]
    public void It_pauses_within_a_pass_of_a_set_rate_and_not_after_it()
    {
        var sender = Enter(Rate(ChainOf(length: 2, TimeSpan.FromMilliseconds(5))));
        sender.Begin(0);
        sender.Give(number: 0, due: 0, hasWaited: false);

        Assert.Equal((Move.Think, Ms(6), false), (Answer(sender, Ms(1)), sender.Until, sender.IsInVain));
        Assert.Equal((Move.Send, Ms(6), false), (sender.GoOn(Ms(7)), sender.Due, sender.IsPlanned));
        Assert.Equal(Move.AwaitTurn, Answer(sender, Ms(8)));
    }

    [Theory]
    [InlineData(nameof(Ending.Answered))] // with an error page
    [InlineData(nameof(Ending.Unanswered))]
    [InlineData(nameof(Ending.Broken))]
    public void A_request_that_fails_ends_the_pass_of_a_set_rate(string ended)
    {
        var ending = Enum.Parse<Ending>(ended);
        var sender = Enter(Rate(ChainOf(length: 3, TimeSpan.FromMilliseconds(5))));
        sender.Begin(0);
        sender.Give(number: 0, due: 0, hasWaited: false);

        sender.Source.User!.Ended(success: false);

        Assert.Equal(ending == Ending.Broken ? Move.BackOff : Move.AwaitTurn, sender.Ended(ending, Ms(1)));
        Assert.Equal(Move.AwaitTurn, ending == Ending.Broken ? sender.GoOn(sender.Until) : sender.Move);
    }

    [Fact]
    public void A_pass_of_a_set_rate_is_left_unfinished_at_the_end_of_the_window()
    {
        var sender = Enter(Rate(ChainOf(length: 3, TimeSpan.Zero)));
        sender.Begin(0);
        sender.Give(number: 0, due: 0, hasWaited: false);

        Assert.Equal(Move.End, Answer(sender, Ms(End)));
    }

    [Fact]
    public void Takes_passes_of_which_each_has_a_number_whether_or_not_they_fail()
    {
        var budget = new RequestBudget(3, isOfPasses: true);
        var schedule = new Schedule(new RequestOrder(count: 2)) { Chains = new ChainMix(ChainOf(length: 2, TimeSpan.FromMilliseconds(5))), HasPauses = true, Budget = budget };
        var (one, other) = (Enter(schedule), Enter(schedule, index: 1));
        Assert.Equal((Move.Send, 0), (one.Begin(0), one.Number));
        Assert.Equal((Move.Send, 1), (other.Begin(0), other.Number));

        one.Source.User!.Ended(success: false);
        Assert.Equal(Move.BackOff, one.Ended(Ending.Broken, 0));
        Assert.Equal((Move.Send, 2), (one.GoOn(one.Until), one.Number)); // the first one isn't tried again

        Assert.Equal((Move.Think, false), (Answer(other, 0), other.IsInVain)); // it has the rest of its pass to send
        Assert.Equal((Move.Send, 1), (other.GoOn(Ms(5)), other.Number));
        Assert.Equal(Move.End, Answer(other, Ms(6)));
    }

    [Fact]
    public void Each_user_may_have_a_number_of_passes_of_its_own()
    {
        var schedule = new Schedule(new RequestOrder(count: 2)) { Chains = new ChainMix(ChainOf(length: 2, TimeSpan.Zero)), Budget = new RequestBudget(2, isShared: false, isOfPasses: true) };
        var (one, other) = (Enter(schedule), Enter(schedule, index: 1));
        Assert.Equal([Move.Send, Move.Send], [one.Begin(0), other.Begin(0)]);

        Assert.Equal([Move.Send, Move.Send, Move.Send], [Answer(one, 1), Answer(one, 2), Answer(one, 3)]);
        Assert.True(one.HasMore);
        one.Source.User!.Ended(success: true);
        Assert.False(one.HasMore);
        Assert.Equal(Move.End, one.Ended(Ending.Answered, 4));
        Assert.Null(schedule.PassOf(1)); // each takes rows of its own

        other.Source.User!.Ended(success: false);
        Assert.Equal(Move.End, other.Ended(Ending.Unanswered, 4)); // who had no answer sends no other pass
    }

    [Fact]
    public void A_user_of_a_chain_leaves_only_between_two_passes()
    {
        var users = LoadUsers.From(1).Hold(TimeSpan.FromSeconds(1)).RampTo(0, TimeSpan.FromTicks(1)).Hold(TimeSpan.FromSeconds(1)).RampTo(1, TimeSpan.FromTicks(1))
            .Hold(TimeSpan.FromSeconds(8));
        var sender = Enter(new Schedule(new RequestOrder(count: 2)) { Chains = new ChainMix(ChainOf(length: 2, TimeSpan.Zero)), Users = users });
        Assert.Equal(Move.Send, sender.Begin(0));

        Assert.Equal(Move.Send, Answer(sender, Ms(1_500)));
        Assert.Equal((Move.AwaitTurn, true), (Answer(sender, Ms(1_600)), sender.Until >= Ms(2_000)));
        Assert.Equal((Move.Send, 0, null), (sender.GoOn(sender.Until), sender.Source.Choose(sender.Number), sender.Due));
    }

    [Fact]
    public void Rows_of_passes_are_those_of_the_plan_and_go_on_in_the_next_stretch()
    {
        var schedule = new Schedule(new RequestOrder(count: 3)) { Chains = new ChainMix(ChainOf(length: 3, TimeSpan.Zero)), Rate = LoadRate.From(1), First = 7 };

        Assert.Equal((8, 0), (schedule.PassOf(5), schedule.IndexOf(5))); // three passes were begun
        Assert.Null(new Schedule(new RequestOrder(count: 3)) { Chains = schedule.Chains, Budget = new RequestBudget(6) }.PassOf(5));
    }

    private static Schedule Rate(Chain chain) =>
        new(new RequestOrder(chain.Steps.Length)) { Chains = new ChainMix(chain), HasPauses = chain.HasPauses, Rate = LoadRate.From(100).Hold(TimeSpan.FromSeconds(1)) };

    private static long Ms(long milliseconds) => Clock.ToTicks(TimeSpan.FromMilliseconds(milliseconds));

    private static Chain ChainOf(int length, TimeSpan pause) => new([.. Enumerable.Repeat(new Chain.Step([], new ThinkTime(pause, pause)), length)], Values: 0, Cookies: null);

    // As the account of a request does it.
    private static Move Answer(Sender sender, long now)
    {
        sender.Source.User!.Ended(success: true);
        return sender.Ended(Ending.Answered, now);
    }

    private static Sender Enter(Schedule schedule, int index = 0)
    {
        schedule.Window.Open(0, Ms(End));
        var sender = new Sender(index, count: 3);
        sender.Enter(schedule);
        return sender;
    }
}
