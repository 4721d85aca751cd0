using System.Diagnostics;
using ThroughputKit.Engines;
using ThroughputKit.Pacing;
using ThroughputKit.Recording;
using ThroughputKit.Requests;
using ThroughputKit.Tests.Support;
using ThroughputKit.Traffic;

namespace ThroughputKit.Tests.Engines;

public sealed class LoadPhaseTests : IDisposable
{
    private readonly RecorderSet _recorders = new(endpoints: 2);

    public void Dispose() => _recorders.Dispose();

    [Fact]
    public void A_phase_aborted_before_it_is_opened_sends_nothing()
    {
        using var phase = Phase();

        phase.Abort();
        phase.Open(TimeSpan.FromSeconds(10));

        var share = default(RequestShare);
        Assert.False(phase.Schedule.TryNext(ref share, Stopwatch.GetTimestamp(), out _));
        Assert.True(phase.Opened.IsCompletedSuccessfully);
    }

    [Fact]
    public async Task A_phase_that_is_aborted_sends_no_more()
    {
        for (var i = 0; i < 500; i++)
        {
            using var phase = Phase();
            phase.Open(TimeSpan.FromMinutes(1));
            var seen = Task.Run(() =>
            {
                SpinWait.SpinUntil(() => phase.IsAborted);
                return phase.Window.Includes(Stopwatch.GetTimestamp());
            });
            phase.Abort();
            Assert.False(await seen);
        }
    }

    [Fact]
    public void A_phase_begins_requests_in_turn_until_it_is_closed()
    {
        using var phase = Phase();
        phase.Open(TimeSpan.MaxValue);
        var share = default(RequestShare);

        int[] begun = [.. Enumerable.Range(0, 4).Select(_ => phase.Schedule.TryNext(ref share, Stopwatch.GetTimestamp(), out var number) ? phase.Schedule.IndexOf(number) : -1)];
        phase.Close();

        Assert.Equal([0, 1, 0, 1], begun);
        Assert.False(phase.Schedule.TryNext(ref share, Stopwatch.GetTimestamp(), out _));
    }

    [Theory]
    [InlineData(false, 40)] // connections were free: the generator had no time for them
    [InlineData(true, 0)]
    public void Unsent_planned_requests_have_waited_from_their_due_time_to_the_end(bool wereBusy, long forGenerator)
    {
        using var phase = Phase(LoadRate.From(100).Hold(TimeSpan.FromSeconds(1)));
        phase.Open(TimeSpan.FromSeconds(1));
        var plan = phase.Schedule.Plan(group: 0, groups: 1);
        for (var sent = 0; sent <= 60; sent++)
        {
            plan.Advance();
        }

        phase.RecordUnsent(plan, busySince: wereBusy ? plan.Due : null);

        var (a, b) = (new LatencyHistogram(), new LatencyHistogram());
        _recorders.Censored.AddTo(0, a);
        _recorders.Censored.AddTo(1, b);
        Assert.Equal((20, 20, forGenerator), (a.Count, b.Count, _recorders.Censored.UnsentForGenerator));
        Assert.Equal((20, 400, 10, 390), (a.Min / 1_000_000, a.Max / 1_000_000, b.Min / 1_000_000, b.Max / 1_000_000));
    }

    [Fact]
    public void A_cancelled_phase_records_no_unsent_requests()
    {
        using var phase = Phase(LoadRate.From(10_000_000).Hold(TimeSpan.FromHours(1)));
        phase.Open(TimeSpan.FromHours(1));
        var plan = phase.Schedule.Plan(group: 0, groups: 1);
        plan.Advance();
        SpinWait.SpinUntil(() => Stopwatch.GetTimestamp() > plan.Due);

        phase.Abort();
        phase.RecordUnsent(plan, busySince: null);

        Assert.Null(_recorders.Merge().Whole().Censored);
    }

    [Fact]
    public void A_timeout_has_waited_since_its_request_was_begun()
    {
        using var phase = Phase();
        phase.Open(TimeSpan.FromSeconds(1));

        phase.RecordFailure(_recorders.Current, index: 1, FailureKind.Timeout, Stopwatch.GetTimestamp() - (3 * Stopwatch.Frequency), "no response", response: null);
        phase.RecordFailure(_recorders.Current, index: 1, FailureKind.Read, Stopwatch.GetTimestamp(), "reset", response: null);

        var waits = new LatencyHistogram();
        _recorders.Censored.AddTo(1, waits);
        Assert.Equal(1, waits.Count);
        Assert.True(waits.Min >= 3_000_000_000);
    }

    private LoadPhase Phase(LoadRate? rate = null)
    {
        var address = new Uri("http://localhost");
        return new LoadPhase(
            [Engine.Encode(LoadRequest.Get("/a"), address), Engine.Encode(LoadRequest.Get("/b"), address)], _recorders,
            new Schedule(new RequestOrder(count: 2)) { Rate = rate });
    }
}
