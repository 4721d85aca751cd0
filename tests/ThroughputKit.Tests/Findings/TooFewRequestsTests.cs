using TestApp;
using ThroughputKit.Findings;
using ThroughputKit.Recording;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Findings;

public class TooFewRequestsTests
{
    [Theory]
    [InlineData(1, "Only 1 request succeeded within the window: too few for the median, p95, p99 and allocated bytes per request.")]
    [InlineData(19, "Only 19 requests succeeded within the window: too few for the median, p95, p99 and allocated bytes per request.")]
    [InlineData(20, "Only 20 requests succeeded within the window: too few for p95, p99 and allocated bytes per request.")]
    [InlineData(200, "Only 200 requests succeeded within the window: too few for p99 and allocated bytes per request.")]
    [InlineData(999, "Only 999 requests succeeded within the window: too few for p99 and allocated bytes per request.")]
    [InlineData(1_000, null)]
    [InlineData(0, null)]
    public void Names_the_figures_that_need_more_requests(long succeeded, string? expected) => Assert.Equal(expected, Examine(Result(succeeded))?.Message);

    [Fact]
    public void Does_not_name_memory_that_is_unknown() => Assert.Equal(
        "Only 200 requests succeeded within the window: too few for p99.", Examine(Result(200) with { Memory = MemoryFigures.NotAvailable })?.Message);

    [Fact]
    public void Does_not_report_a_cancelled_run() => Assert.Null(Examine(Result(3) with { WasCancelled = true }));

    [Fact]
    public async Task Rows_that_are_taken_once_decide_how_many_there_are()
    {
        var result = await LoadTest.For<App>().Get("/text?{id}").WithData(LoadData.FromValues("id", ["1", "2"]).EachOnce()).RunAsync();

        Assert.StartsWith(
            "Give more rows, or raise Requests if it is set: p99 and allocated bytes need ",
            Assert.Single(result.Findings, f => f.Name == FindingNames.TooFewRequests).Remedy, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Counts_the_requests_of_a_real_run()
    {
        var test = LoadTest.For<App>().Get("/text");

        var few = (await test.Sending(150).RunAsync()).Findings;
        var enough = (await test.Sending(1_000).RunAsync()).Findings;

        Assert.Equal(
            "Warning TooFewRequests: Only 150 requests succeeded within the window: too few for p95, p99 and allocated bytes per request. "
            + "Lengthen Duration, or send more requests: p99 and allocated bytes need 1,000 successful requests, p95 200, the median 20.",
            Assert.Single(few, f => f.Name == FindingNames.TooFewRequests).ToString());
        Assert.DoesNotContain(enough, f => f.Name == FindingNames.TooFewRequests);
    }

    private static Finding? Examine(LoadResult result) => TooFewRequestsRule.Examine(MadeUp.Facts(result));

    private static LoadResult Result(long succeeded) => MadeUp.Result(new LatencyHistogram()) with { Succeeded = succeeded };
}
