using ThroughputKit.Findings;
using ThroughputKit.Recording;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Findings;

public class DataUsedInWarmUpTests
{
    private static readonly LoadResult _result = MadeUp.Result(new LatencyHistogram());

    [Fact]
    public void Reports_requests_for_one_use_that_the_warm_up_had_sent() => Assert.Equal(
        "Warning DataUsedInWarmUp: Each of 200 requests was to be sent once, but the warm-up sent them for 2 s before. If the app accepts their data only once, set o.WarmUp to zero.",
        Examine(requests: 200, planned: 200, _result.WarmUp)?.ToString());

    [Fact]
    public void Does_not_report_requests_that_are_sent_again_and_again()
    {
        Assert.Null(Examine(requests: 200, planned: 201, _result.WarmUp));
        Assert.Null(Examine(requests: 200, planned: null, _result.WarmUp));
        Assert.Null(Examine(requests: 1, planned: 1, _result.WarmUp));
    }

    [Fact]
    public void Does_not_report_a_cold_run() => Assert.Null(Examine(requests: 200, planned: 200, _result.WarmUp with { Duration = TimeSpan.Zero }));

    private static Finding? Examine(int requests, long? planned, WarmUpFigures warmUp) => RunFindings.DataUsedInWarmUp(MadeUp.Facts(_result with
    {
        Endpoints = [.. Enumerable.Repeat(_result.Endpoints[0], requests)],
        RequestsPlanned = planned,
        WarmUp = warmUp,
    }));
}
