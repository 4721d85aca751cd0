namespace ThroughputKit.Gates;

/// <summary>Which limits make sense.</summary>
internal static class GateRules
{
    public static IEnumerable<Problem> Check(LoadGates gates)
    {
        foreach (var figure in Figures.All)
        {
            if (figure.Limit(gates) is { } limit && !IsAllowed(figure, limit))
            {
                yield return new Problem(
                    $"{figure.Gate} is {Show(limit)}",
                    Allowed(figure),
                    figure.Kind == FigureKind.Errors ? "Leave it out to allow none." : "Leave the gate out if it isn't to be judged.");
            }
        }

        if (gates.MaxErrorRate >= 1)
        {
            yield return new Problem(
                $"MaxErrorRate is {Show(gates.MaxErrorRate.Value)}",
                "a fraction from 0 up to, not including, 1",
                "Is it a percentage? One percent is 0.01.");
        }

        if (gates.MaxUnsentPercent >= 100)
        {
            yield return new Problem(
                $"MaxUnsentPercent is {Show(gates.MaxUnsentPercent.Value)}",
                "from 0 up to, not including, 100",
                "It is in percent: 1 is one request of a hundred.");
        }

        foreach (var (smaller, larger) in Pairs(gates))
        {
            if (smaller.Limit > larger.Limit)
            {
                yield return new Problem(
                    $"{smaller.Name} is {Show(smaller.Limit!.Value)} and {larger.Name} is {Show(larger.Limit!.Value)}",
                    $"{smaller.Name} at most {larger.Name}",
                    $"{smaller.Name} could never fail before {larger.Name} does. Are the two swapped?");
            }
        }
    }

    // Written so that NaN, which compares as false with everything, isn't allowed.
    public static bool IsAllowed(Figure figure, double limit) => double.IsFinite(limit) && (limit > 0 || (figure.MayBeZero && limit == 0));

    /// <summary>Which limits of a figure make sense, in words.</summary>
    public static string Allowed(Figure figure) => figure.MayBeZero ? "zero or more, and finite" : "above zero, and finite";

    public static string Show(double value) => Readable.Limit(value, "#,0.####");

    private static IEnumerable<((string Name, double? Limit) Smaller, (string Name, double? Limit) Larger)> Pairs(LoadGates gates)
    {
        (string, double?) p50 = (nameof(gates.MaxP50Ms), gates.MaxP50Ms);
        (string, double?) p95 = (nameof(gates.MaxP95Ms), gates.MaxP95Ms);
        (string, double?) p99 = (nameof(gates.MaxP99Ms), gates.MaxP99Ms);
        return [(p50, p95), (p95, p99), (p50, p99)];
    }
}
