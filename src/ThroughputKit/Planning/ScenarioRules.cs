using ThroughputKit.Requests.Data;
using ThroughputKit.Scenarios;

namespace ThroughputKit.Planning;

/// <summary>Checks that a test with a scenario has nothing that is for requests, and the other way round.</summary>
internal static class ScenarioRules
{
    private const string LeaveOut = "Leave it out, or send requests instead of the scenario.";

    private static readonly LoadOptions _defaults = new();

    public static IEnumerable<Problem> Check(LoadPlan plan) =>
        plan.Scenario is null ? CheckRequests(plan)
        : [.. DisplayName.Check("The scenario", plan.Scenario.Name, "The name appears in tables and messages."), .. CheckRest(plan)];

    /// <summary>Refuses a scenario where fixed requests are needed.</summary>
    /// <param name="plan">The plan.</param>
    /// <param name="where">Where it is to be used, such as "in a comparison".</param>
    public static IEnumerable<Problem> CheckNone(LoadPlan plan, string where) => Problem.If(
        plan.Scenario is not null,
        $"The scenario '{DisplayName.Show(plan.Scenario?.Name ?? "")}' is used {where}", "a test of requests",
        "A scenario costs the test's process more than requests do, which would distort the outcome. Run it by itself.");

    private static IEnumerable<Problem> CheckRequests(LoadPlan plan) =>
    [
        .. Problem.If(
            plan.Options.Engine == LoadEngine.Client,
            "Engine is Client, and the test has no scenario", "Automatic, Uring, Epoll or Socket", "Leave Engine out."),
        .. Problem.If(
            plan.Users is not null && !plan.IsChain,
            "WithUsers is set, and the test has neither a scenario nor a chain", "a scenario, or a chain",
            "Other requests have no users: set o.Connections, or a rate that changes with AtRate."),
        .. Problem.If(
            plan.Hooks != UserHooks.None,
            "OnUserBegin or OnUserEnd is set, and the test has no scenario", "a scenario",
            "To sign in once before the load, use Prepare. Users that send requests in order are a chain, whose first requests may sign in."),
    ];

    // Braces in headers of a scenario are literal: its client sends them with each request, whatever row the user has.
    private static IEnumerable<Problem> CheckData(LoadPlan plan)
    {
        var names = plan.PlaceholderNames();
        return
        [
            .. from header in plan.Headers
               let column = RequestPieces.OfHeader(header.Value, names.Contains).Select(p => p.Name).FirstOrDefault(n => n is not null && names.Contains(n))
               where column is not null
               select new Problem(
                   $"The header {header.Key} has the placeholder {{{column}}}, in a test with a scenario", "placeholders in a test of requests",
                   $"Set it on the requests of the scenario: to user.Data[\"{column}\"]."),
        ];
    }

    private static IEnumerable<Problem> CheckRest(LoadPlan plan)
    {
        var options = plan.Options;
        (string What, bool IsSet)[] others =
        [
            ("InRandomOrder", plan.OrderSeed is not null),
            ("AsChain", plan.IsChain),
            ("o.CheckedShare", !options.CheckedShare.Equals(_defaults.CheckedShare)),
            ($"o.Engine = {options.Engine}", options.Engine is not (LoadEngine.Automatic or LoadEngine.Client)),
        ];
        return
        [
            .. Problem.If(
                plan.Requests.Count > 0,
                $"The test has a scenario and {Counted.Of(plan.Requests.Count, "request")}", "one or the other",
                "Send them in steps of the scenario, with user.Client, or in a test of their own."),
            .. plan.Data is { Columns.Count: > 0 } ? CheckData(plan) : [],
            .. others.SelectMany(o => Problem.If(
                o.IsSet, $"{o.What} is set for a scenario", "settings for scenarios: it has code in place of this one", LeaveOut)),
        ];
    }
}
