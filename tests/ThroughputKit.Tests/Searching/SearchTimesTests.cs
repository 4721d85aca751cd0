using ThroughputKit.Recording;
using ThroughputKit.Searching;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Searching;

public class SearchTimesTests
{
    [Fact]
    public void Contain_start_and_stop_of_the_app_and_the_phases_of_the_judged_run_and_the_rest_as_one()
    {
        var (unpaced, other, judged) = (Run(start: 300, prepare: 20), Run(prepare: 1), Run(prepare: 2));

        var times = SearchTimes.Of(judged, [unpaced, other, judged], Ms(70));

        Assert.Equal(new RunTimes(Ms(300), Ms(2), Ms(100), Ms(1_000), Ms(10), Ms(70)) { OtherSteps = Ms(20 + 1 + (2 * 1_110)) }, times);
    }

    [Fact]
    public void Are_unknown_if_the_run_was_not_just_measured() =>
        Assert.Null(SearchTimes.Of(MadeUp.Result(new LatencyHistogram()), [Run()], TimeSpan.Zero));

    private static LoadResult Run(double start = 0, double prepare = 0) => MadeUp.Result(new LatencyHistogram()) with
    {
        Times = new RunTimes(Ms(start), Ms(prepare), Ms(100), Ms(1_000), Ms(10), TimeSpan.Zero),
    };

    private static TimeSpan Ms(double milliseconds) => TimeSpan.FromMilliseconds(milliseconds);
}
