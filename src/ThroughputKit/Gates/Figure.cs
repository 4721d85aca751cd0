using ThroughputKit.Planning;
using ThroughputKit.Recording;

namespace ThroughputKit.Gates;

/// <summary>A figure of a result that a gate can limit.</summary>
/// <param name="Gate">The name of the gate's property.</param>
/// <param name="Kind">The kind of figure.</param>
/// <param name="Limit">Reads the limit; <see langword="null"/> if it isn't set.</param>
/// <param name="Value">Reads the measured value; <see langword="null"/> if it is unknown.</param>
/// <param name="Unit">The unit after the value.</param>
/// <param name="Format">The number format of values that are not rates.</param>
/// <param name="IsFloor">Whether the limit is a minimum rather than a maximum.</param>
/// <param name="MayBeZero">Whether zero is a valid limit.</param>
internal sealed record Figure(
    string Gate,
    FigureKind Kind,
    Func<LoadGates, double?> Limit,
    Func<LoadResult, double?> Value,
    string Unit,
    string Format,
    bool IsFloor = false,
    bool MayBeZero = false)
{
    /// <summary>Gets the reason why a run may not know the figure, and the remedy.</summary>
    public string WhyUnknown { get; init; } =
        "The memory of an app that is known only by its address is not available. Load it with LoadTest.For or LoadTest.ForPublished, or leave it out.";

    /// <summary>Gets a function that returns whether a load has the figure, whatever its app.</summary>
    public Func<LoadPlan, bool> IsOf { get; init; } = _ => true;

    /// <summary>Gets a function that sets the limit of a figure that depends on the machine; for others it changes nothing.</summary>
    public Func<LoadGates, double?, LoadGates> With { get; init; } = (gates, _) => gates;

    /// <summary>Gets the names of the findings that may explain why the figure misses its limit, though the app is not at fault.</summary>
    public IReadOnlyList<string> ExcusedBy { get; init; } = [];

    /// <summary>Gets the minimum number of latencies for the figure to be more than chance.</summary>
    public int MinLatencies { get; init; }

    /// <summary>Gets a function that reads the figure from a part of a window; <see langword="null"/> if parts don't have it.</summary>
    public Func<Batch, double>? BatchValue { get; init; }

    /// <summary>Gets a function that calculates the figure of several attempts from all their measurements.</summary>
    public Func<IReadOnlyList<LoadResult>, double>? CombinedValue { get; init; }

    /// <summary>Gets whether the figure is about the planned load, so that it can't pass if much of a set rate was never sent.</summary>
    public bool RequiresFullLoad { get; init; }

    /// <summary>Gets a function that returns whether the figure of several attempts is only a lower bound.</summary>
    public Func<IReadOnlyList<LoadResult>, bool> IsLowerBound { get; init; } = _ => false;

    /// <summary>
    /// Gets a function that returns the upper bound of the figure in several attempts, if requests that were never answered took forever;
    /// <see langword="null"/> if there is none.
    /// </summary>
    public Func<IReadOnlyList<LoadResult>, double>? UpperBound { get; init; }

    /// <summary>Gets a function that returns further details of a failed result, in whole sentences or a list; empty if there are none.</summary>
    public Func<LoadResult, string> Detail { get; init; } = _ => "";

    /// <summary>Gets a function that returns how much of the value may be noise; a limit that is closer than that can't be judged.</summary>
    public Func<LoadResult, double> Noise { get; init; } = _ => 0;

    /// <summary>Gets a function that returns where the noise comes from, in a whole sentence; <see langword="null"/> if only its size is known.</summary>
    public Func<LoadResult, string>? WhyNoisy { get; init; }

    /// <summary>Gets whether the app's process is asked for the figure, and may not answer.</summary>
    public bool IsOfProcess { get; init; } = Kind == FigureKind.Memory;

    /// <summary>Gets a function that returns why a run could not measure the figure, though it tried; <see langword="null"/> if that isn't so.</summary>
    public Func<LoadResult, string?> WhyNotMeasured { get; init; } = _ => null;

    /// <summary>Gets a function that returns why a figure that was measured does not count; <see langword="null"/> if that isn't so.</summary>
    public Func<LoadResult, string?> WhyUncounted { get; init; } = _ => null;

    /// <summary>Gets a function that returns whether the run measured the figure separately, so that another set-up may know it.</summary>
    public Func<LoadResult, bool> WasTried { get; init; } = _ => false;

    /// <summary>Gets the unit for a value of one; <see langword="null"/> if it is the same.</summary>
    public string? UnitOfOne { get; init; }

    /// <summary>Gets whether only the first attempt measures the figure if the app runs in this process, where its code stays compiled.</summary>
    public bool ColdStartOnly { get; init; }

    /// <summary>Gets whether the figure is about the events of a run rather than about the app, so that it has no interval.</summary>
    public bool HasNoInterval { get; init; }

    /// <summary>Gets whether each request of a test has the figure.</summary>
    public bool IsOfEndpoint { get; init; }

    /// <summary>Gets whether values are rates, which have more digits the smaller they are.</summary>
    public bool IsRate { get; init; }

    /// <summary>Gets by how much more than by a factor a limit is eased, so that small ones are too.</summary>
    public double Allowance { get; init; }

    /// <summary>Gets whether values are percentages, for which a margin in percent would mean nothing.</summary>
    public bool IsPercent => Format.EndsWith('%');

    /// <summary>Gets the value that limits must be below.</summary>
    public double Below => IsPercent ? 100 : double.PositiveInfinity;

    /// <summary>Returns the number format for a value.</summary>
    public string FormatOf(double value) => IsRate ? Readable.RateFormat(value) : Format;

    /// <summary>Returns the number of decimal places that are shown of a value.</summary>
    public int DecimalsOf(double value) => FormatOf(value) is var format && format is ['N', var digits] ? digits - '0' : format.Count(c => c == '#');

    /// <summary>Returns the unit for a value.</summary>
    public string UnitOf(double value) => value == 1 && UnitOfOne is { } one ? one : Unit;

    /// <summary>
    /// Returns the figure of several attempts, in each of which it is known: of all measurements together or, if that isn't meaningful, the mean.
    /// </summary>
    public double Combine(IReadOnlyList<LoadResult> attempts) => attempts is [var only] ? Value(only)!.Value
        : CombinedValue?.Invoke(attempts) ?? attempts.Average(a => Value(a)!.Value);

    public bool Allows(double value, double limit) => IsFloor ? value >= limit : value <= limit;

    /// <summary>Returns the limit of an app that is slower, or allocates more, by a factor. Of percentages, what is left of the hundred counts.</summary>
    public double Eased(double limit, double factor)
    {
        if (IsFloor)
        {
            return limit / factor;
        }

        return IsPercent ? 100 - ((100 - limit) / factor) : (limit * factor) + Allowance;
    }
}
