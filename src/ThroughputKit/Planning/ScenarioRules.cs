using ThroughputKit.Requests.Data;
using ThroughputKit.Scenarios;

namespace ThroughputKit.Planning;

/// <summary>Checks the scenarios, and that a test with any has nothing that is for requests, and the other way round.</summary>
internal static class ScenarioRules
{
    // The name of each may take a histogram for every recording thread.
    private const int MaxScenarios = 16;

    private const string LeaveOut = "Leave it out, or send requests instead of the scenario.";

    private static readonly LoadOptions _defaults = new();

    public static IEnumerable<Problem> Check(LoadPlan plan) =>
        plan.Scenarios.Count == 0 ? CheckRequests(plan) : [.. CheckScenarios(plan.Scenarios), .. CheckRest(plan)];

    /// <summary>Refuses a scenario where fixed requests are needed.</summary>
    /// <param name="plan">The plan.</param>
    /// <param name="where">Where it is to be used, such as "in a comparison".</param>
    public static IEnumerable<Problem> CheckNone(LoadPlan plan, string where) => Problem.If(
        !plan.Kind.IsSentByKit,
        $"{Named(plan.Scenarios)} used {where}", "a test of requests",
        "A scenario costs the test's process more than requests do, which would distort the outcome. Run it by itself.");

    private static IEnumerable<Problem> CheckScenarios(IReadOnlyList<Scenario> scenarios) =>
    [
        .. scenarios.SelectMany(s => DisplayName.Check("The scenario", s.Name, "The name appears in tables and messages.")),
        .. from name in scenarios.GroupBy(s => s.Name, StringComparer.Ordinal)
           where name.Count() > 1
           select new Problem(
               $"The test has {Counted.Of(name.Count(), "scenario")} '{DisplayName.Show(name.Key)}'", "a name of its own for each scenario",
               "Results tell them apart by it. Rename one of them. To have one done more often, give it a larger weight."),
        .. Problem.If(
            scenarios.Count > MaxScenarios,
            $"The test has {Counted.Of(scenarios.Count, "scenario")}", $"at most {MaxScenarios}",
            "Split them into several tests, or decide by user.Number or user.Random within one of them."),
        .. WeightRules.Check("scenario", "done", "the weights", [.. scenarios.Select(s => ($"the scenario '{DisplayName.Show(s.Name)}'", s.Weight))]),
    ];

    private static string Named(IReadOnlyList<Scenario> scenarios)
    {
        var (plural, verb) = scenarios.Count == 1 ? ("", "is") : ("s", "are");
        return $"The scenario{plural} {string.Join(", ", scenarios.Select(s => $"'{DisplayName.Show(s.Name)}'"))} {verb}";
    }

    private static IEnumerable<Problem> CheckRequests(LoadPlan plan) =>
    [
        .. Problem.If(
            plan.Users is not null && !plan.Kind.HasUsers,
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
            ("AsChain", plan.IsChain),
            ("o.StreamsPerConnection", options.StreamsPerConnection != 1),
            ("o.RequestsPerConnection", options.RequestsPerConnection is not null),
            ("o.ClientHandler", options.ClientHandler is not null),
        ];
        return
        [
            .. Problem.If(
                plan.Requests.Count > 0,
                "The test has a scenario and " + (plan.NamedChains is { Count: > 0 and var chains } ? Counted.Of(chains, "chain")
                    : Counted.Of(plan.Requests.Count, "request")), "one or the other",
                "Send them in steps of the scenario, with user.Client, or in a test of their own."),
            .. plan.Data is { Columns.Count: > 0 } ? CheckData(plan) : [],
            .. Problem.If(
                !options.CheckedShare.Equals(_defaults.CheckedShare),
                "o.CheckedShare is set for a scenario", "checks of each response", "Its steps check all that they get. Leave it out."),
            .. Problem.If(
                options.Engine is not (LoadEngine.Automatic or LoadEngine.Client),
                $"o.Engine = {options.Engine} is set for a scenario", "Automatic or Client", "Its code sends with the framework's client. Leave Engine out."),
            .. Problem.If(
                plan is { OrderSeed: not null, Scenarios.Count: 1 },
                "InRandomOrder is set, and the test has one scenario", "several scenarios, which take turns", "With one there is no order. Leave it out."),
            .. others.SelectMany(o => Problem.If(
                o.IsSet, $"{o.What} is set for a scenario", "settings for scenarios: it has code in place of this one", LeaveOut)),
        ];
    }
}
