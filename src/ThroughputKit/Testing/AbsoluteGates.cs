using System.Globalization;
using ThroughputKit.Gates;

namespace ThroughputKit.Testing;

/// <summary>
/// Scales the gates on timing, or switches them off, as set by an environment variable. Their limits hold only on the machine that they were set on.
/// </summary>
internal sealed class AbsoluteGates(Func<string, string?> read)
{
    public const string Variable = "THROUGHPUTKIT_ABSOLUTE_GATES";

    private const string Off = "off";

    private static readonly Figure[] _figures = [.. Figures.All.Where(f => f.Kind == FigureKind.Timing)];

    private bool AreOff => string.Equals(read(Variable), Off, StringComparison.OrdinalIgnoreCase);

    private double? Speed => string.IsNullOrEmpty(read(Variable)) ? 1
        : double.TryParse(read(Variable), NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var speed) ? speed : null;

    /// <summary>Returns the problems with the variable, alone or combined with these limits.</summary>
    public IEnumerable<Problem> Check(LoadGates gates)
    {
        if (!AreOff && Speed is not (>= 0.01 and <= 100))
        {
            return
            [
                new Problem(
                    $"{Variable} is '{read(Variable)}'",
                    "off, or the speed of this machine relative to the one the limits were set on, from 0.01 to 100",
                    "0.5 halves the limit of MinRps and doubles the limit of MaxP99LatencyMs. Unset it to keep the limits unchanged."),
            ];
        }

        return GateRules.Check(gates).Any() ? []
            : GateRules.Check(Adjust(gates)).Select(p => p with { Found = $"{Variable} is {read(Variable)}: with that, {p.Found}" });
    }

    // Switched off, there is no speed, and a limit without one is none. A percentage is the same at any speed.
    public LoadGates Adjust(LoadGates gates) => _figures.Aggregate(gates, (g, f) => f.With(g, Adjust(f, f.Limit(g)))) with
    {
        Endpoints = gates.Endpoints.Count == 0 ? []
            : [.. gates.Endpoints.Select(e => KeyValuePair.Create(e.Key, Adjust(e.Value))).Where(e => GateRules.Names(e.Value).Any())],
    };

    /// <summary>Returns a note that lists the changed limits; empty if nothing was changed.</summary>
    public IEnumerable<string> Notes(LoadGates gates)
    {
        string[] changed = [.. Changes(gates), .. gates.Endpoints.SelectMany(e => Changes(e.Value).Select(c => EndpointRules.Name(e.Key, c)))];
        return changed.Length == 0 ? [] : [$"{Variable} is {read(Variable)}: {string.Join(", ", changed)}."];
    }

    private double? Adjust(Figure figure, double? limit) =>
        figure.IsPercent && Speed is not null ? limit : figure.IsFloor ? limit * Speed : limit / Speed;

    private IEnumerable<string> Changes(LoadGates gates)
    {
        var adjusted = Adjust(gates);
        return _figures.Where(f => f.Limit(gates) != f.Limit(adjusted)).Select(f => f.Limit(adjusted) is { } limit
            ? $"{f.Gate} {GateText.Limit(f, limit)} instead of {GateText.Limit(f, f.Limit(gates)!.Value)}"
            : $"{f.Gate} is not judged");
    }
}
