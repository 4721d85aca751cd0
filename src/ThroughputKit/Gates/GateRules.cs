using ThroughputKit.Planning;

namespace ThroughputKit.Gates;

/// <summary>Checks whether limits are valid.</summary>
internal static class GateRules
{
    private const string NotNeeded = "Leave the gate out if you don't need it.";

    public static IEnumerable<Problem> Check(LoadGates gates) => [.. CheckOwn(gates), .. EndpointRules.Check(gates)];

    /// <summary>Checks the limits, but for those of single requests.</summary>
    public static IEnumerable<Problem> CheckOwn(LoadGates gates) =>
        [.. Figures.All.SelectMany(f => CheckLimit(f.Gate, f.Limit(gates), f.MayBeZero, f.Below, Remedy(f, f.Limit(gates)))), .. CheckOrder(gates)];

    /// <summary>Refuses gates on figures that the load can't have.</summary>
    public static IEnumerable<Problem> CheckFor(LoadGates? gates, LoadPlan plan) => gates is null ? []
        : from figure in Figures.All
          where figure.Limit(gates) is not null && !figure.IsOf(plan)
          select new Problem($"{figure.Gate} is set, but this test has no such figure", "a gate on a figure that the test has", figure.WhyUnknown);

    /// <summary>Returns the names of the gates that are set.</summary>
    public static IEnumerable<string> Names(LoadGates gates) =>
    [
        .. Figures.All.Where(f => f.Gate == nameof(gates.MaxFailures) ? gates.MaxFailures is not null : f.Limit(gates) is not null).Select(f => f.Gate),
        .. gates.Endpoints.SelectMany(e => Names(e.Value).Select(n => EndpointRules.Name(e.Key, n))),
    ];

    /// <summary>Returns the problem with a limit; none if it is valid, or not set.</summary>
    /// <param name="gate">The name of the gate's property.</param>
    /// <param name="limit">The limit.</param>
    /// <param name="mayBeZero">Whether zero is a valid limit.</param>
    /// <param name="below">The value that a limit must be below.</param>
    /// <param name="remedy">The remedy for an invalid limit.</param>
    public static IEnumerable<Problem> CheckLimit(string gate, double? limit, bool mayBeZero, double below, string remedy = NotNeeded) =>
        limit is { } value && !IsAllowed(value, mayBeZero, below) ? [new Problem($"{gate} is {Show(value)}", Allowed(mayBeZero, below), remedy)] : [];

    // Written so that NaN, which compares as false with everything, is not allowed.
    public static bool IsAllowed(double limit, bool mayBeZero, double below = double.PositiveInfinity) =>
        (limit > 0 || (mayBeZero && limit == 0)) && limit < below;

    /// <summary>Returns the valid limits, in words.</summary>
    public static string Allowed(bool mayBeZero, double below = double.PositiveInfinity) =>
        $"{(mayBeZero ? "zero or more" : "above zero")}, {(double.IsFinite(below) ? $"below {Show(below)}" : "and finite")}";

    public static string Show(double value) => Readable.Limit(value, "#,0.####");

    private static string Remedy(Figure figure, double? limit) =>
        figure.IsPercent && limit >= figure.Below ? "It is in percent: 1 is one request in a hundred."
        : figure.Kind == FigureKind.Errors ? "Leave it out to allow none."
        : NotNeeded;

    private static IEnumerable<Problem> CheckOrder(LoadGates gates)
    {
        // The maximum is the last of the percentiles. Of each, requests without an answer may be above it.
        (string Name, double? Limit)[] percentiles = [.. Figures.All.Where(f => f.UpperBound is not null).Select(f => (f.Gate, f.Limit(gates)))];
        return
            from pair in percentiles.SelectMany((smaller, i) => percentiles.Skip(i + 1).Select(larger => (Smaller: smaller, Larger: larger)))
            where pair.Smaller.Limit > pair.Larger.Limit
            select new Problem(
                $"{pair.Smaller.Name} is {Show(pair.Smaller.Limit!.Value)} and {pair.Larger.Name} is {Show(pair.Larger.Limit!.Value)}",
                $"{pair.Smaller.Name} at most {pair.Larger.Name}",
                $"A lower percentile is never above a higher one, so {pair.Smaller.Name} could never fail alone. Are the two swapped?");
    }
}
