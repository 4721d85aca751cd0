namespace ThroughputKit.Gates;

/// <summary>A gate that is set, and the result that it is judged by: that of the whole run, or of one of its endpoints.</summary>
/// <param name="Figure">The figure.</param>
/// <param name="Limit">The limit.</param>
/// <param name="Result">The result, with its earlier attempts.</param>
/// <param name="Endpoint">The name of the endpoint; <see langword="null"/> for the whole run.</param>
internal sealed record SetGate(Figure Figure, double Limit, LoadResult Result, string? Endpoint = null)
{
    /// <summary>Gets the names of the scenario's steps, which are known only after the run; empty without a scenario.</summary>
    public IReadOnlyList<string> Steps { get; init; } = [];

    /// <summary>Gets whether no step has the name. No other attempt changes that.</summary>
    public bool HasNoStep => Steps.Count > 0 && !Steps.Contains(Endpoint, StringComparer.Ordinal);

    /// <summary>Gets the name in messages.</summary>
    public string Name => Endpoint is null ? Figure.Gate : EndpointRules.Name(Endpoint, Figure.Gate);

    /// <summary>Returns all gates that are set, in the order in which they are reported.</summary>
    public static SetGate[] All(LoadGates gates, LoadResult result) =>
    [
        .. from figure in Figures.All
           where figure.Limit(gates) is not null
           select new SetGate(figure, figure.Limit(gates)!.Value, result),
        .. from endpoint in gates.Endpoints
           let own = EndpointRules.ResultOf(result, endpoint.Key)
           from figure in EndpointRules.Figures(endpoint.Value)
           select new SetGate(figure, figure.Limit(endpoint.Value)!.Value, own, endpoint.Key)
           {
               Steps = result.Kind.MembersAreRequests ? [] : [.. result.Endpoints.Select(e => e.Name)],
           },
    ];

    /// <summary>Returns the outcome under the gate's own name. An endpoint without a success had nothing to judge, so that no gate of it passes.</summary>
    public GateOutcome? Named(GateOutcome? outcome)
    {
        if (Endpoint is null)
        {
            return outcome;
        }

        if (Result.Succeeded == 0 && (HasNoStep || outcome is null or { Verdict: GateVerdict.Passed }))
        {
            var missing = FormattableString.Invariant($"no request of {Endpoint} succeeded ({Result.Sent:N0} sent), so there is nothing to judge");
            return new GateOutcome(Name, GateVerdict.Failed, Result.Sent == 0 ? missing + WhyNotDone() : missing);
        }

        return outcome is null ? null : outcome with { Gate = Name };
    }

    private string WhyNotDone() => HasNoStep ? $". The steps were: {string.Join(", ", Steps)}"
        : Steps.Count == 0 ? ""
        : Result.WarmUp.Duration == TimeSpan.Zero ? ". In the window it never ended: no message or event came that it waited for"
        : ". It was done outside the window alone: set o.WarmUp to zero to measure it, or have it done in every iteration";
}
