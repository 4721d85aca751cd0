using System.Diagnostics;
using ThroughputKit.Engines;
using ThroughputKit.Engines.Sockets;
using ThroughputKit.Recording;
using ThroughputKit.Requests;
using ThroughputKit.Tests.Support;
using ThroughputKit.Traffic;

namespace ThroughputKit.Tests.Engines.Sockets;

public sealed class TurnsTests : IDisposable
{
    private static readonly TimeSpan _hang = TimeSpan.FromSeconds(30);

    private readonly RecorderSet _recorders = new(endpoints: 1, isPaced: true);

    public void Dispose() => _recorders.Dispose();

    [Fact]
    public async Task Gives_every_request_in_turn_and_none_before_it_is_due()
    {
        using var phase = Phase(LoadRate.From(500).Hold(TimeSpan.FromSeconds(0.2)));
        var turns = new Turns(phase, senders: 1);
        var (turn, given) = (TurnOf(phase), new List<(long Due, long At)>());
        var next = turns.NextAsync(turn);
        phase.Open(TimeSpan.MaxValue);
        var giving = Task.Run(turns.Give);

        while (await next)
        {
            given.Add((turn.Sender.Due!.Value, Stopwatch.GetTimestamp()));
            turn.Sender.Ended(Ending.Answered, Stopwatch.GetTimestamp());
            next = turns.NextAsync(turn);
        }

        await giving.WaitAsync(_hang);
        Assert.Equal(100, given.Count);
        Assert.Equal(given.Order(), given);
        Assert.All(given, g => Assert.True(g.At >= g.Due, $"{g.Due - g.At} ticks early"));
    }

    [Fact]
    public async Task Requests_overdue_at_the_end_of_the_window_are_not_given_out()
    {
        using var phase = Phase(LoadRate.From(1_000).Hold(TimeSpan.FromSeconds(60)));
        var turns = new Turns(phase, senders: 2);
        var (busy, free) = (TurnOf(phase), TurnOf(phase, index: 1));
        var first = turns.NextAsync(busy);
        phase.Open(TimeSpan.MaxValue);
        var giving = Task.Run(turns.Give);
        Assert.True(await first);
        var taken = Stopwatch.GetTimestamp();
        while (Stopwatch.GetTimestamp() < taken + Stopwatch.Frequency / 100)
        {
            await Task.Delay(1); // until ten more are due
        }

        phase.Close();
        busy.Sender.Ended(Ending.Answered, Stopwatch.GetTimestamp());

        Assert.False(await turns.NextAsync(busy));
        Assert.False(await turns.NextAsync(free));
        await giving.WaitAsync(_hang);
        var waits = new LatencyHistogram();
        _recorders.Censored.AddTo(waits);
        Assert.True(waits.Count - _recorders.Censored.UnsentForGenerator >= 9, $"{waits.Count}, {_recorders.Censored.UnsentForGenerator} for the generator");
    }

    [Fact]
    public async Task A_request_without_a_free_connection_has_waited()
    {
        using var phase = Phase(LoadRate.From(20).Hold(TimeSpan.FromSeconds(60)));
        var turns = new Turns(phase, senders: 1);
        var turn = TurnOf(phase);
        var first = turns.NextAsync(turn);
        phase.Open(TimeSpan.MaxValue);
        var giving = Task.Run(turns.Give);
        Assert.True(await first);
        var (firstHasWaited, secondDue) = (turn.Sender.HasWaited, turn.Sender.Due + Stopwatch.Frequency / 20);
        while (Stopwatch.GetTimestamp() <= secondDue + Stopwatch.Frequency / 1_000)
        {
            await Task.Delay(1);
        }

        turn.Sender.Ended(Ending.Answered, Stopwatch.GetTimestamp());
        var second = turns.NextAsync(turn);

        Assert.True(second.IsCompleted);
        Assert.True(await second);
        Assert.Equal((false, true), (firstHasWaited, turn.Sender.HasWaited));
        phase.Close();
        await giving.WaitAsync(_hang);
    }

    [Fact]
    public async Task An_abort_ends_a_long_wait()
    {
        using var phase = Phase(LoadRate.From(0).RampTo(0.001, TimeSpan.FromHours(1)));
        var turns = new Turns(phase, senders: 2);
        var (one, other) = (TurnOf(phase), TurnOf(phase, index: 1));
        var waits = new[] { turns.NextAsync(one).AsTask(), turns.NextAsync(other).AsTask() };
        phase.Open(TimeSpan.MaxValue);
        var giving = Task.Run(turns.Give);
        await Task.WhenAny(waits).WaitAsync(_hang); // the first is due at once

        phase.Abort();

        Assert.Single(await Task.WhenAll(waits).WaitAsync(_hang), isDue => isDue);
        await giving.WaitAsync(_hang);
    }

    private LoadPhase Phase(LoadRate rate) => new(
        [Engine.Encode(LoadRequest.Get("/"), new Uri("http://localhost"))], _recorders, new Schedule(new RequestOrder(count: 1)) { Rate = rate });

    // Of a sender that is free.
    private static Turn TurnOf(LoadPhase phase, int index = 0)
    {
        var sender = new Sender(index, count: 2);
        sender.Enter(phase.Schedule);
        sender.Begin(now: 0);
        return new Turn(sender);
    }
}
