using ThroughputKit.Planning;
using static System.FormattableString;

namespace ThroughputKit.Searching;

/// <summary>Validates that a test's highest rate can be found.</summary>
internal static class MaxRateRules
{
    public static void ThrowIfWrong(LoadPlan plan, TimeSpan maxP99) =>
        LoadTestException.ThrowIfAny([
            .. Check(plan, maxP99),
            .. DataRules.CheckOrder(plan, "in a search"),
            .. ChainRules.CheckSearch(plan),
            .. ScenarioRules.CheckNone(plan, "in a search"),
            .. PlanRules.Check(plan with { Rate = null }),
        ]);

    private static IEnumerable<Problem> Check(LoadPlan plan, TimeSpan maxP99) =>
    [
        .. Problem.If(
            maxP99 <= TimeSpan.Zero || maxP99 > plan.Options.RequestTimeout,
            $"The limit of p99 is {Ms(maxP99)}",
            $"above zero, at most the time limit of one request ({Ms(plan.Options.RequestTimeout)})",
            "A request that takes longer than o.RequestTimeout fails anyway."),
        .. Problem.If(
            plan.Gates is not null,
            "Within is set", "a test without gates", "The search has one limit, on p99. Leave Within out, and judge the rate that it finds."),
        .. Problem.If(
            plan.Rate is not null, "AtRate is set", "a test without a rate", "Leave AtRate out: the search sets the rates itself."),
        .. Problem.If(
            plan.Users is not null && plan.Scenario is null,
            "WithUsers is set", "a test with a constant number of users", "The search varies the rate alone. Set o.Connections instead."),
        .. Problem.If(
            plan.Options.Requests is not null,
            Invariant($"Requests is {plan.Options.Requests:N0}"), "a test with a Duration",
            "Each step runs for a fixed time. Leave Requests out and set Duration."),
    ];

    private static string Ms(TimeSpan time) => Invariant($"{time.TotalMilliseconds:#,0.####} ms");
}
