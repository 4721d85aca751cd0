using ThroughputKit.Hosting;
using ThroughputKit.Planning;

namespace ThroughputKit.Gates;

/// <summary>Refuses gates on what is measured of a single request alone where it can't be sent alone, after the window.</summary>
internal static class AloneRules
{
    private static readonly FigureKind[] _alone = [FigureKind.Memory, FigureKind.Work];

    private const string SetForAll = "Set the gate for the whole test.";

    public static IEnumerable<Problem> Check(LoadGates? gates, LoadPlan plan) => WhyNot(plan) is not var (where, cause) ? []
        : from endpoint in gates?.Endpoints ?? []
          from figure in EndpointRules.Figures(endpoint.Value)
          where figure.IsOfEndpoint && _alone.Contains(figure.Kind)
          select new Problem(
              $"{EndpointRules.Name(endpoint.Key, figure.Gate)} is set {where}",
              "a request that can be sent alone after the window, to an app whose memory is known",
              cause);

    private static (string Where, string Cause)? WhyNot(LoadPlan plan) => plan switch
    {
        { Kind.WhyNotAlone: { } why } => (why.Where, $"{why.Cause} {SetForAll}"),
        { Target: UriTarget } => ("for an app that is known only by its address", Figures.Of(nameof(LoadGates.MaxAllocatedBytesPerRequest)).WhyUnknown),
        { TakesRowsOnce: true } => (
            "for data whose rows are each taken once", "After the window there are none left. Leave EachOnce out, or set the gate for the whole test."),
        { Options.WarmUpLimit.Ticks: 0 } => (
            "without a warm-up", "A cold app is sent no requests after the window. Leave WarmUp out, or set the gate for the whole test."),
        _ => null,
    };
}
