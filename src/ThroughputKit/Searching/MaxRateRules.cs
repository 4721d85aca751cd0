using System.Globalization;
using ThroughputKit.Planning;

namespace ThroughputKit.Searching;

/// <summary>Validates that a test's highest rate can be found.</summary>
internal static class MaxRateRules
{
    public static void ThrowIfWrong(LoadPlan plan, double maxP99Ms) =>
        LoadTestException.ThrowIfAny([.. Check(plan, maxP99Ms), .. PlanRules.Check(plan with { Rate = null })]);

    private static IEnumerable<Problem> Check(LoadPlan plan, double maxP99Ms)
    {
        // NaN compares as false with everything. The condition is written so that NaN isn't allowed.
        var most = plan.Options.Timeout.TotalMilliseconds;
        if (!(maxP99Ms > 0 && maxP99Ms <= most))
        {
            yield return new Problem(
                $"The limit of p99 is {Readable.Limit(maxP99Ms, "#,0.####")} ms",
                string.Create(CultureInfo.InvariantCulture, $"above zero, at most the time limit of one request ({most:#,0.####} ms)"),
                "The limit is in milliseconds. A request that takes longer than o.Timeout fails anyway.");
        }

        if (plan.Gates is not null)
        {
            yield return new Problem("Within is set", "a test without gates", "The search has one limit, on p99. Leave Within out, and judge the rate that it finds.");
        }

        if (plan.Rate is not null)
        {
            yield return new Problem("AtRate is set", "a test without a rate", "Leave AtRate out: the search sets the rates itself.");
        }

        if (plan.Options.Requests is { } requests)
        {
            yield return new Problem(
                string.Create(CultureInfo.InvariantCulture, $"Requests is {requests:N0}"), "a test with a Duration", "Each step runs for a fixed time. Leave Requests out and set Duration.");
        }
    }
}
