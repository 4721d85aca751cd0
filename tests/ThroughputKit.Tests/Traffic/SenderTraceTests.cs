using FsCheck;
using FsCheck.Fluent;
using ThroughputKit.Pacing;
using ThroughputKit.Requests;
using ThroughputKit.Requests.Chains;
using ThroughputKit.Tests.Support;
using ThroughputKit.Traffic;

namespace ThroughputKit.Tests.Traffic;

/// <summary>
/// The same answers at the same times lead to the same decisions, whichever engine drives the senders: the epoll engine, whose thread places all of them and looks
/// at the clock by itself, or the socket engine, in which each sender goes on by itself and only some of its waits are ended by a thread.
/// </summary>
public class SenderTraceTests
{
    private const int Count = 5;

    private static readonly long _length = Ms(400);
    private static readonly Ending[] _endings =
        [Ending.Answered, Ending.Answered, Ending.Answered, Ending.Answered, Ending.AnsweredLast, Ending.Unanswered, Ending.Broken];

    [Theory]
    [InlineData("a closed loop")]
    [InlineData("a number of requests")]
    [InlineData("pauses")]
    [InlineData("pauses and a number of passes")]
    [InlineData("a set rate")]
    [InlineData("a set rate that is too high")]
    [InlineData("users that come and go")]
    [InlineData("passes at a set rate")]
    [InlineData("passes with pauses at a set rate")]
    [InlineData("a number of passes")]
    [InlineData("users that come and go between passes")]
    public void Senders_decide_the_same_on_every_engine(string load) => Prop.ForAll(
        Gen.Choose(0, int.MaxValue).ToArbitrary(),
        seed =>
        {
            var (epoll, sockets) = (new Drive(load, seed).AsEpoll(), new Drive(load, seed).AsSockets());
            Assert.Equal(epoll, sockets);
            Assert.True(epoll.Sum(t => t.Count) > 2 * Count);
        }).Check(FixedInputs.Of());

    private static long Ms(double milliseconds) => Clock.ToTicks(TimeSpan.FromMilliseconds(milliseconds));

    private static Schedule Of(string load)
    {
        var pauses = new ChainMix(new Chain([.. Enumerable.Range(1, 3).Select(_ => new Chain.Step([], new ThinkTime(TimeSpan.FromMilliseconds(1), TimeSpan.FromMilliseconds(30))))], 0, null));
        var order = new RequestOrder(count: 1);
        var users = LoadUsers.From(1).RampTo(Count, TimeSpan.FromSeconds(0.2)).RampTo(0, TimeSpan.FromSeconds(0.2));
        var schedule = load switch
        {
            "a number of requests" => new Schedule(order) { Budget = new RequestBudget(60) },
            "pauses" => new Schedule(order) { Chains = pauses, HasPauses = true },
            "pauses and a number of passes" => new Schedule(order) { Chains = pauses, HasPauses = true, Budget = new RequestBudget(60) },
            "a set rate" => new Schedule(order) { Rate = LoadRate.From(200).Hold(TimeSpan.FromSeconds(0.3)) },
            "a set rate that is too high" => new Schedule(order) { Rate = LoadRate.From(1_000).RampTo(2_000, TimeSpan.FromSeconds(0.5)) },
            "users that come and go" => new Schedule(order) { Users = users },
            "passes at a set rate" => new Schedule(order) { Chains = pauses, Rate = LoadRate.From(60).RampTo(120, TimeSpan.FromSeconds(0.3)) },
            "passes with pauses at a set rate" => new Schedule(order) { Chains = pauses, HasPauses = true, Rate = LoadRate.From(60).Hold(TimeSpan.FromSeconds(0.3)) },
            "a number of passes" => new Schedule(order) { Chains = pauses, HasPauses = true, Budget = new RequestBudget(20, isOfPasses: true) },
            "users that come and go between passes" => new Schedule(order) { Chains = pauses, HasPauses = true, Users = users },
            _ => new Schedule(order),
        };
        schedule.Window.Open(0, _length);
        return schedule;
    }

    /// <summary>One load on a made-up clock. How long the n-th request of a sender takes, and how it ends, depends on nothing else.</summary>
    private sealed class Drive
    {
        private readonly PriorityQueue<Action, long> _events = new(); // of the clock
        private readonly List<string>[] _traces = [.. Enumerable.Range(0, Count).Select(_ => new List<string>())];
        private readonly Random[] _randoms;
        private readonly Sender[] _all;
        private readonly Senders _senders = new(Count);
        private Action<Sender> _wait = _ => { };
        private long _now;

        public Drive(string load, int seed)
        {
            var schedule = Of(load);
            _randoms = [.. Enumerable.Range(0, Count).Select(i => new Random(seed + i))];
            _all = [.. Enumerable.Range(0, Count).Select(i => new Sender(i, Count))];
            Array.ForEach(_all, s => s.Enter(schedule));
            _senders.Enter(schedule);
            _senders.Start();
        }

        /// <summary>One thread places every sender.</summary>
        public List<string>[] AsEpoll() => Run(sender => _senders.Place(sender, _now));

        /// <summary>Who backs off has a timer of its own, and only who waits for its turn or thinks is placed.</summary>
        public List<string>[] AsSockets() => Run(sender =>
        {
            if (sender.Move is not Move.BackOff)
            {
                _senders.Place(sender, _now);
                return;
            }

            _events.Enqueue(
                () =>
                {
                    sender.GoOn(_now);
                    _senders.Place(sender, _now);
                    Act(sender);
                },
                sender.Until);
        });

        private List<string>[] Run(Action<Sender> wait)
        {
            _wait = wait;
            foreach (var sender in _all)
            {
                sender.Begin(_now);
                WaitOrAct(sender);
            }

            while (Next() is var at && at < long.MaxValue)
            {
                _now = at;
                while (_events.TryPeek(out var happens, out at) && at <= _now)
                {
                    _events.Dequeue();
                    happens();
                }

                while (_senders.Next(_now) is { } sender)
                {
                    Act(sender);
                }
            }

            Assert.All(_all, s => Assert.Equal(Move.End, s.Move));
            return _traces;
        }

        // When something happens next: by itself, because a wait is over, or with the end of the window.
        private long Next() => Math.Min(
            _events.TryPeek(out _, out var at) ? at : long.MaxValue, Math.Min(_senders.WakeAt(_now), _now < _length ? _length : long.MaxValue));

        private void WaitOrAct(Sender sender)
        {
            if (sender.Move is not (Move.Send or Move.End))
            {
                _wait(sender);
            }

            Act(sender);
        }

        private void Act(Sender sender)
        {
            var trace = _traces[sender.Index];
            if (sender.Move == Move.End)
            {
                trace.Add("ends");
            }

            if (sender.Move != Move.Send)
            {
                return;
            }

            trace.Add($"at {_now} sends {sender.Number}, due {sender.Due}, waited {sender.HasWaited}");
            var random = _randoms[sender.Index];
            var ending = _endings[random.Next(_endings.Length)];
            _events.Enqueue(
                () =>
                {
                    sender.Source.User?.Ended(ending is Ending.Answered or Ending.AnsweredLast);
                    sender.Ended(ending, _now);
                    WaitOrAct(sender);
                },
                _now + random.Next((int)Ms(0.1), (int)Ms(12)));
        }
    }
}
