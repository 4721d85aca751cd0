using System.Globalization;
using ThroughputKit.Planning;

namespace ThroughputKit.Searching;

/// <summary>Validates that a test's highest rate can be found.</summary>
internal static class MaxRateRules
{
    public static void ThrowIfWrong(LoadPlan plan, TimeSpan maxP99) =>
        LoadTestException.ThrowIfAny([
            .. Check(plan, maxP99),
            .. DataRules.CheckOrder(plan, "in a search"),
            .. ChainRules.CheckRate(plan, "in a search"),
            .. ScenarioRules.CheckNone(plan, "in a search"),
            .. PlanRules.Check(plan with { Rate = null }),
        ]);

    private static IEnumerable<Problem> Check(LoadPlan plan, TimeSpan maxP99)
    {
        if (maxP99 <= TimeSpan.Zero || maxP99 > plan.Options.RequestTimeout)
        {
            yield return new Problem(
                $"The limit of p99 is {Ms(maxP99)}",
                $"above zero, at most the time limit of one request ({Ms(plan.Options.RequestTimeout)})",
                "A request that takes longer than o.RequestTimeout fails anyway.");
        }

        if (plan.Gates is not null)
        {
            yield return new Problem(
                "Within is set", "a test without gates", "The search has one limit, on p99. Leave Within out, and judge the rate that it finds.");
        }

        if (plan.Rate is not null)
        {
            yield return new Problem("AtRate is set", "a test without a rate", "Leave AtRate out: the search sets the rates itself.");
        }

        if (plan.Options.Requests is { } requests)
        {
            yield return new Problem(
                string.Create(CultureInfo.InvariantCulture, $"Requests is {requests:N0}"), "a test with a Duration",
                "Each step runs for a fixed time. Leave Requests out and set Duration.");
        }
    }

    private static string Ms(TimeSpan time) => string.Create(CultureInfo.InvariantCulture, $"{time.TotalMilliseconds:#,0.####} ms");
}
