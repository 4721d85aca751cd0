using ThroughputKit.Planning;
using ThroughputKit.Responses;
using ThroughputKit.Scenarios;

namespace ThroughputKit.Engines.Client;

/// <summary>What all users of a test's scenarios have in common for one run.</summary>
/// <param name="Scenarios">What each of them does.</param>
/// <param name="Clients">Creates their clients.</param>
/// <param name="Expected">What a step must do to succeed.</param>
internal sealed record ScenarioLoad(IReadOnlyList<Scenario> Scenarios, UserClients Clients, ExpectedStep Expected)
{
    /// <summary>Gets the number of users.</summary>
    public required int Users { get; init; }

    /// <summary>Gets the code with which each of them begins and ends; <see langword="null"/> if there is none.</summary>
    public (UserCode Begin, UserCode End)? Hooks { get; private init; }

    /// <summary>Gets their data; <see langword="null"/> if there is none.</summary>
    public UserData? Data { get; private init; }

    public static ScenarioLoad Of(LoadPlan plan, UserClients clients)
    {
        var options = plan.Options;
        var expected = new ExpectedStep(options.RequestTimeout, StatusTable.Of(options.IsSuccess));
        var (begin, end) = plan.Hooks;
        return new ScenarioLoad(plan.Scenarios, clients, expected)
        {
            Users = options.Connections,
            Hooks = plan.Hooks == UserHooks.None ? null : (
                new UserCode("OnUserBegin", begin, $"{nameof(options.StartTimeout)} (30 s by default)", options.StartTimeout, expected),
                new UserCode("OnUserEnd", end, $"{nameof(options.RequestTimeout)} (10 s by default)", options.RequestTimeout, expected)),
            Data = plan.Data is { } data ? new UserData(data, plan.Numbers) : null,
        };
    }
}
