namespace ThroughputKit.Gates;

/// <summary>Checks whether limits are valid.</summary>
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
                    figure.Kind == FigureKind.Errors ? "Leave it out to allow none." : "Leave the gate out if you don't need it.");
            }
        }

        foreach (var figure in Figures.All.Where(f => f.IsPercent && f.Limit(gates) is >= 100 and < double.PositiveInfinity))
        {
            yield return new Problem(
                $"{figure.Gate} is {Show(figure.Limit(gates)!.Value)}", "0 or more, and less than 100", "It is in percent: 1 is one request in a hundred.");
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

    // Written so that NaN, which compares as false with everything, is not allowed.
    public static bool IsAllowed(Figure figure, double limit) => double.IsFinite(limit) && (limit > 0 || (figure.MayBeZero && limit == 0));

    /// <summary>Returns the valid limits of a figure, in words.</summary>
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
