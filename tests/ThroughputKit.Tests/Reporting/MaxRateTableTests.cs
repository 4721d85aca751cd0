using ThroughputKit.Recording;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Reporting;

public class MaxRateTableTests
{
    [Fact]
    public void Says_the_rate_and_each_step() => Assert.Equal(
        """
        GET /hello: 64 connections, 5 s per step, 20,000 RPS without a set rate
        The highest rate that holds a p99 of 5 ms is 14,140 RPS: 14,700 RPS did not hold in two tries.
          Rate     RPS  p99 ms  Late p99 ms  Unsent  Failed  Held
        14,140  14,139    2.00         0.01       0       0  yes
        14,700  14,501    6.00         1.00      20       0  no: p99 is 6.00 ms
        Warning NotSteady: The app was not steady. Wait.
        """,
        new MaxRateResult(
            14_140,
            "14,700 RPS did not hold in two tries",
            TimeSpan.FromMilliseconds(5),
            MadeUp.Result(new LatencyHistogram()) with { Findings = [new("NotSteady", FindingSeverity.Warning, "The app was not steady.", "Wait.")] },
            [
                new MaxRateStep(14_140, Step(14_139, 2, 0.01, unsent: 0), whyNot: null),
                new MaxRateStep(14_700, Step(14_501, 6, 1, unsent: 20), "p99 is 6.00 ms"),
            ]).ToString());

    [Fact]
    public void Says_that_no_rate_holds() => Assert.Equal(
        """
        GET /hello: 64 connections, 5 s per step, 20,000 RPS without a set rate
        No rate holds a p99 of 0.5 ms: none held, down to 78.13 RPS.
        """,
        new MaxRateResult(0, "none held, down to 78.13 RPS", TimeSpan.FromMilliseconds(0.5), MadeUp.Result(new LatencyHistogram()), []).ToString());

    private static LoadResult Step(double rps, double milliseconds, double lateMs, long unsent) => MadeUp.Result(Histogram(milliseconds)) with
    {
        Rps = rps,
        Pacing = new PacingFigures { Planned = 70_000, Unsent = unsent, Late = 0, Lateness = new LatencyFigures(Histogram(lateMs)) },
    };

    private static LatencyHistogram Histogram(double milliseconds)
    {
        var histogram = new LatencyHistogram();
        histogram.Record((long)(milliseconds * 1_000_000));
        return histogram;
    }
}
