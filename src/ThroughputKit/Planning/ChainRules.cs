using ThroughputKit.Requests;
using ThroughputKit.Requests.Chains;
using ThroughputKit.Requests.Data;
using ThroughputKit.Responses.Checks;
using static System.FormattableString;

namespace ThroughputKit.Planning;

/// <summary>Checks what virtual users do, and that the test lets them.</summary>
internal static class ChainRules
{
    private static readonly TimeSpan _hour = TimeSpan.FromHours(1);

    public static IEnumerable<Problem> Check(LoadPlan plan) =>
    [
        .. plan.Requests.SelectMany(r => r.Takes.SelectMany(t => CheckTake(r, t))),
        .. plan.Requests.SelectMany(CheckPause),
        .. plan.Kind.HasPasses ? [.. CheckNamed(plan), .. CheckOrder(plan), .. CheckNames(plan), .. CheckPlaceholders(plan)] : CheckIndependent(plan),
    ];

    /// <summary>Refuses a chain in a search for the highest rate.</summary>
    public static IEnumerable<Problem> CheckSearch(LoadPlan plan) => Problem.If(
        plan.Kind.HasPasses,
        $"{plan.ChainMethod} is set for a test in a search",
        "a test of independent requests: a search finds a rate of requests, and the rate of a chain is one of passes",
        "Run the chain with AtRate, at the rates in question, and look at Pacing and the latencies.");

    private static IEnumerable<Problem> CheckTake(LoadRequest request, ValueSource take) =>
    [
        .. Problem.If(
            !Placeholders.IsIdentifier(take.Name),
            $"{request.Name} takes a value with the name '{DisplayName.Show(take.Name)}'",
            "letters, digits, '_' and '-', of which the first is no digit",
            "Requests refer to it in braces, such as {token}. Give the name without them."),
        .. take.Problem is { } problem ? [problem.In(request.Name)] : Array.Empty<Problem>(),
        .. take.Part == ResponsePart.Body ? CheckBody(request, take.Name) : [],
    ];

    private static IEnumerable<Problem> CheckBody(LoadRequest request, string taken) =>
    [
        .. Problem.If(
            request.Method == "HEAD",
            $"{request.Name} takes {{{taken}}} from the body, and the method is HEAD", "a header or a cookie",
            "A response to HEAD has no body. Send GET."),
        .. CheckRules.BodilessStatuses(request).Select(status => new Problem(
            Invariant($"{request.Name} takes {{{taken}}} from the body, and {status} is an expected status"), "a header or a cookie",
            "A response with that status has no body. Leave out the status.")),
    ];

    private static IEnumerable<Problem> CheckPause(LoadRequest request)
    {
        var (least, most) = request.Pause;
        return Problem.If(
            least < TimeSpan.Zero || most > _hour || least > most,
            Invariant($"The pause of {request.Name} is {least.TotalSeconds:0.#######} s")
                + (least == most ? "" : Invariant($" to {most.TotalSeconds:0.#######} s")),
            "zero or more, at most 1 hour, and the shorter time first",
            "Is the unit right? TimeSpan.FromSeconds(5) is five seconds; new TimeSpan(5) is half a microsecond.");
    }

    private static IEnumerable<Problem> CheckIndependent(LoadPlan plan) =>
        from request in plan.Requests
        let what = request.Takes.Count > 0 ? $"takes {{{request.Takes[0].Name}}} from its response" : request.Pause != default ? "has a pause" : null
        where what is not null
        select new Problem(
            $"{request.Name} {what}, and the test is no chain", "a chain",
            "Add AsChain(): each connection then sends the requests in order, as one user.");

    private static IEnumerable<Problem> CheckNamed(LoadPlan plan)
    {
        var others = plan.Requests.Count - plan.NamedChains.Sum(c => c.Requests.Count);
        return plan.NamedChains.Count == 0 ? [] :
        [
            .. plan.NamedChains.SelectMany(c => DisplayName.Check("A chain", c.Name, "The name appears in tables and messages, and gates refer to it.")),
            .. WeightRules.Check(
                "chain", "sent", "the weights", [.. plan.NamedChains.Select(c => ($"the chain '{DisplayName.Show(c.Name)}'", c.Weight))],
                [.. plan.Requests.Select(r => r.Weight)]),
            .. plan.NamedChains.GroupBy(c => c.Name, StringComparer.Ordinal).Where(g => g.Count() > 1).Select(g => new Problem(
                $"There are {g.Count()} chains '{DisplayName.Show(g.Key)}'", "a name of its own for each", "Rename one of them.")),
            .. plan.NamedChains.Where(c => c.Requests.Count == 0).Select(c => new Problem(
                $"The chain '{DisplayName.Show(c.Name)}' has no request", "one request or more", "Add one, or leave the chain out.")),
            .. Problem.If(
                plan.IsChain,
                "Both Chain and AsChain are set", "one of them", "AsChain makes one chain of all requests. Leave it out, and set keepCookies for each chain."),
            .. Problem.If(
                others > 0,
                $"The test has chains and {Counted.Of(others, "other request")}", "one or the other", "A chain may have a single request. Add one for these."),
        ];
    }

    private static IEnumerable<Problem> CheckOrder(LoadPlan plan) =>
    [
        .. Problem.If(
            plan.OrderSeed is not null && plan.Chains.Count == 1,
            $"Both {plan.ChainMethod} and InRandomOrder are set", "one of them", "A chain has its order. Leave InRandomOrder out."),
        .. (plan.NamedChains.Count > 0 ? plan.NamedChains.SelectMany(c => c.Requests) : plan.Requests).Where(r => r.Weight != 1).Select(request => new Problem(
            Invariant($"The weight of {request.Name} is {request.Weight:N0}, in a chain"),
            "1",
            "A chain sends each request once in a pass. To send one twice, add it twice.")),
    ];

    private static IEnumerable<Problem> CheckNames(LoadPlan plan) =>
        from column in plan.Data?.Columns ?? []
        where plan.TakenNames.Contains(column.Name, StringComparer.Ordinal)
        select new Problem($"'{column.Name}' is taken from a response, and is a column of the data", "a name of its own for each", "Rename one of them.");

    // Each value must be there when it is needed: earlier in the pass.
    private static IEnumerable<Problem> CheckPlaceholders(LoadPlan plan)
    {
        if (!plan.HasPlaceholders || plan.Data?.Problems.Any() == true)
        {
            yield break;
        }

        var names = plan.PlaceholderNames();
        foreach (var chain in plan.Chains)
        {
            var known = names.Except(plan.TakenNames, StringComparer.Ordinal).ToList();
            foreach (var request in chain.Requests)
            {
                var sent = RequestPieces.Placeholders(request.WithDefaultHeaders(plan.Headers), names.Contains);
                foreach (var (name, where) in sent.Where(p => !known.Contains(p.Name)).Select(p => (p.Name, p.Where)).Distinct())
                {
                    yield return new Problem(
                        $"There is no value '{name}' for {where}",
                        known.Count == 0
                            ? "a value that an earlier request of the same chain takes; none does"
                            : $"a value that is known by then: {string.Join(", ", known)}",
                        "Is it misspelt, or taken too late? For a brace that is meant as it is, write two: {{.");
                }

                known.AddRange(request.Takes.Select(t => t.Name).Except(known, StringComparer.Ordinal));
            }
        }
    }
}
