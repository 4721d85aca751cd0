using ThroughputKit.Measurement;

namespace ThroughputKit.Gates;

/// <summary>A figure of a result that a gate can limit.</summary>
/// <param name="Gate">The gate's property.</param>
/// <param name="Kind">What it is about.</param>
/// <param name="Limit">Reads the limit, <see langword="null"/> if it isn't set.</param>
/// <param name="Value">Reads what was measured, <see langword="null"/> if it isn't known.</param>
/// <param name="Unit">The unit behind the value.</param>
/// <param name="Format">How values are written.</param>
/// <param name="IsFloor">Whether the limit is the least that passes, rather than the most.</param>
/// <param name="MayBeZero">Whether zero makes sense as a limit.</param>
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
    /// <summary>Gets why a run may not know the figure, and the mend.</summary>
    public string WhyUnknown { get; init; } =
        "The memory of an app that the kit has not started is not available. Load it with LoadTest.For or LoadTest.ForPublished, or leave the gate out.";

    /// <summary>Gets how many latencies it takes for the figure to be more than chance.</summary>
    public int LeastLatencies { get; init; }

    /// <summary>Gets what reads the figure of a part of a window; <see langword="null"/> if parts don't tell it.</summary>
    public Func<Batch, double>? OfBatch { get; init; }

    /// <summary>Gets what works the figure of several attempts out from everything that they measured.</summary>
    public Func<IReadOnlyList<LoadResult>, double>? OfAll { get; init; }

    /// <summary>Gets whether it tells of the load as it was planned, so that it can't pass while much of a set rate was never sent.</summary>
    public bool IsOfLoad { get; init; }

    /// <summary>Gets whether several attempts tell no more of it than a lower bound.</summary>
    public Func<IReadOnlyList<LoadResult>, bool> IsLowerBound { get; init; } = _ => false;

    /// <summary>Gets what it is at most in several attempts, if requests that were never answered took for ever; <see langword="null"/> if that isn't worked out.</summary>
    public Func<IReadOnlyList<LoadResult>, double>? UpperBound { get; init; }

    /// <summary>Gets what else is said of a result that fails, in whole sentences; nothing if it is empty.</summary>
    public Func<LoadResult, string> Detail { get; init; } = _ => "";

    /// <summary>Gets the unit behind a value of one; <see langword="null"/> if it is no other.</summary>
    public string? UnitOfOne { get; init; }

    /// <summary>Gets whether only the first attempt tells it, where the app's code stays compiled in this process.</summary>
    public bool IsOfColdStart { get; init; }

    /// <summary>Gets whether it is about what happened in a run rather than about the app, so that it has no interval.</summary>
    public bool CountsAsItIs { get; init; }

    /// <summary>Gets how the limit is named in a sentence.</summary>
    public string Bound => IsFloor ? "at least" : "at most";

    /// <summary>Gets whether values are percent, of which percent would be told in vain.</summary>
    public bool IsPercent => Format.EndsWith('%');

    /// <summary>The unit behind a value.</summary>
    public string UnitOf(double value) => value == 1 && UnitOfOne is { } one ? one : Unit;

    /// <summary>The figure of several attempts, in each of which it is known: of everything together or, where that makes no sense, the mean.</summary>
    public double Together(IReadOnlyList<LoadResult> attempts) => attempts is [var only] ? Value(only)!.Value
        : OfAll?.Invoke(attempts) ?? attempts.Average(a => Value(a)!.Value);

    public bool Allows(double value, double limit) => IsFloor ? value >= limit : value <= limit;
}
