using System.Diagnostics;
using ThroughputKit.Engines;
using ThroughputKit.Measurement;
using ThroughputKit.Pacing;
using ThroughputKit.Requests;

namespace ThroughputKit.Tests.Engines;

public sealed class LoadPhaseTests : IDisposable
{
    private readonly RecorderSet _recorders = new(endpoints: 2);

    public void Dispose() => _recorders.Dispose();

    [Fact]
    public void A_phase_aborted_before_it_is_opened_begins_nothing()
    {
        using var phase = Phase();

        phase.Abort();
        phase.Open(TimeSpan.FromSeconds(10));

        var share = default(RequestShare);
        Assert.False(phase.TryNext(ref share, Stopwatch.GetTimestamp(), out _));
        Assert.True(phase.Opened.IsCompletedSuccessfully);
    }

    [Fact]
    public void A_phase_begins_requests_in_turn_until_it_is_closed()
    {
        using var phase = Phase();
        phase.Open(TimeSpan.MaxValue);
        var share = default(RequestShare);

        int[] begun = [.. Enumerable.Range(0, 4).Select(_ => phase.TryNext(ref share, Stopwatch.GetTimestamp(), out var index) ? index : -1)];
        phase.Close();

        Assert.Equal([0, 1, 0, 1], begun);
        Assert.False(phase.TryNext(ref share, Stopwatch.GetTimestamp(), out _));
    }

    private LoadPhase Phase()
    {
        var address = new Uri("http://localhost");
        return new LoadPhase(
            [RequestEncoder.Encode(LoadRequest.Get("/a"), address), RequestEncoder.Encode(LoadRequest.Get("/b"), address)], new bool[1000], _recorders);
    }
}
