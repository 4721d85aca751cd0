namespace ThroughputKit.Gates;

/// <summary>A figure of a result that a gate can limit.</summary>
/// <param name="Gate">The gate's property.</param>
/// <param name="Limit">Reads the limit, <see langword="null"/> if it isn't set.</param>
/// <param name="Value">Reads what was measured, <see langword="null"/> if it isn't known.</param>
/// <param name="Unit">The unit behind the value.</param>
/// <param name="Format">How values are written.</param>
/// <param name="IsFloor">Whether the limit is the least that passes, rather than the most.</param>
/// <param name="MayBeZero">Whether zero makes sense as a limit.</param>
internal sealed record Figure(
    string Gate,
    Func<LoadGates, double?> Limit,
    Func<LoadResult, double?> Value,
    string Unit,
    string Format,
    bool IsFloor = false,
    bool MayBeZero = false);
