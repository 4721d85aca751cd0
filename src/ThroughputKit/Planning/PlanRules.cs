using ThroughputKit.Requests;

namespace ThroughputKit.Planning;

/// <summary>Finds every problem in a plan before anything is started.</summary>
internal static class PlanRules
{
    // Each request takes a histogram for every recording thread.
    private const int MaxRequests = 200;

    public static void ThrowIfWrong(LoadPlan plan) => LoadTestException.ThrowIfAny([.. Check(plan)]);

    public static IEnumerable<Problem> Check(LoadPlan plan)
    {
        if (plan.Requests.Count == 0)
        {
            yield return new Problem(
                "The test has no request",
                "one request or more",
                "Say what to send, as in LoadTest.For(app).Get(\"/hello\").");
        }

        if (plan.Requests.Count > MaxRequests)
        {
            yield return new Problem(
                $"The test has {plan.Requests.Count} requests",
                $"at most {MaxRequests}",
                "Each request has its own figures. Measure a sample of the requests, or split them into several tests.");
        }

        var rest = DisplayName.Check("test", plan.Name)
            .Concat(plan.Requests.SelectMany(RequestRules.Check))
            .Concat(plan.Headers.SelectMany(RequestRules.CheckHeader))
            .Concat(OptionRules.Check(plan.Options))
            .Concat(CheckDescriptors(plan.Options.Connections, plan.Target.IsInProcess))
            .Concat(RateRules.Check(plan.Rate, plan.Options))
            .Concat(plan.Target.Check());
        foreach (var problem in rest)
        {
            yield return problem;
        }
    }

    private static IEnumerable<Problem> CheckDescriptors(int connections, bool isInProcess) => connections > OptionRules.MaxConnections
        ? []
        : ConnectionRules.Check(connections, isInProcess, Descriptors.Read(ConnectionRules.Needed(connections, isInProcess)));
}
