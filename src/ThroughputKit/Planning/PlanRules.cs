using ThroughputKit.Requests;
using static System.FormattableString;

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
            .. CheckWeights(plan.Requests),
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

    private static IEnumerable<Problem> CheckWeights(IReadOnlyList<LoadRequest> requests)
    {
        if (requests.FirstOrDefault(r => r.Weight < 0) is { } negative)
        {
            yield return new Problem(
                Invariant($"The weight of {negative.Name} is {negative.Weight:N0}"),
                "zero or more",
                "A request with weight 2 is sent twice as often as one with 1.");
        }
        else if (requests.Count > 0 && requests.All(r => r.Weight == 0))
        {
            yield return new Problem(
                "The weight of every request is 0", "a weight above zero for one request or more", "Leave WithWeight out for equal shares.");
        }
        else if (requests.Count > 0 && RequestOrder.RoundOf([.. requests.Select(r => r.Weight)]) is > RequestOrder.MaxRound and var round)
        {
            yield return new Problem(
                Invariant($"The weights add up to {round:N0}, divided by what they have in common"),
                Invariant($"at most {RequestOrder.MaxRound:N0}"),
                "Round them: 70 and 30 describe a mix as well as 70,012 and 29,988.");
        }
    }
}
