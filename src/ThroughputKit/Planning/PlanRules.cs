using ThroughputKit.Requests;

namespace ThroughputKit.Planning;

/// <summary>Finds every problem in a plan before anything is started.</summary>
internal static class PlanRules
{
    // Each request takes a histogram for every recording thread.
    private const int MaxRequests = 200;

    public static void ThrowIfWrong(LoadPlan plan) => LoadTestException.ThrowIfAny([.. Check(plan)]);

    /// <param name="plan">The plan.</param>
    /// <param name="isAlone">Whether no other load is open at the same time; otherwise, use <see cref="CheckDescriptors"/> for all of them.</param>
    public static IEnumerable<Problem> Check(LoadPlan plan, bool isAlone = true)
    {
        Func<string, bool>? isColumn = plan.HasPlaceholders ? plan.PlaceholderNames().Contains : null;
        return
        [
            .. Problem.If(
                plan.Requests.Count == 0 && plan.Kind.MembersAreRequests,
                "The test has no request", "one request or more", "Say what to send, as in LoadTest.For(app).Get(\"/hello\")."),
            .. Problem.If(
                plan.Requests.Count > MaxRequests,
                $"The test has {plan.Requests.Count} requests",
                $"at most {MaxRequests}",
                "Each request has its own figures. Measure a sample of the requests, or split them into several tests."),
            .. plan.NamedChains.Count > 0 ? [] : WeightRules.Check("request", "sent", "WithWeight", [.. plan.Requests.Select(r => (r.Name, r.Weight))]),
            .. SetTwice.Check(plan.Set),
            .. DisplayName.Check("test", plan.Name),
            .. plan.Requests.SelectMany(r => RequestRules.Check(r, isColumn)),
            .. plan.Headers.SelectMany(h => RequestRules.CheckHeader(h, isColumn)),
            .. plan.PreparedTypes.SelectMany(PreparationResult.Check),
            .. OptionRules.Check(plan.Options),
            .. isAlone ? CheckDescriptors([plan]) : [],
            .. RateRules.Check(plan),
            .. PlaceholderRules.Check(plan),
            .. DataRules.Check(plan),
            .. ChainRules.Check(plan),
            .. ScenarioRules.Check(plan),
            .. UserRules.Check(plan),
            .. GrpcRules.Check(plan),
            .. plan.Target.Check(),
        ];
    }

    /// <summary>Checks that there are enough descriptors for loads that are open at the same time.</summary>
    /// <param name="plans">The plans of the loads.</param>
    /// <param name="known">The descriptors of this process, if they are known already.</param>
    public static IEnumerable<Problem> CheckDescriptors(IEnumerable<LoadPlan> plans, Descriptors? known = null)
    {
        (int Connections, bool IsInProcess)[] loads = [.. plans.Select(p => (p.Users?.Highest ?? p.Options.Connections, p.Target.IsInProcess))];
        return Array.Exists(loads, l => l.Connections > OptionRules.MaxConnections)
            ? []
            : ConnectionRules.Check(loads, known ?? Descriptors.Read(ConnectionRules.Needed(loads)));
    }
}
