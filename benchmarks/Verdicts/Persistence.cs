namespace Verdicts;

/// <summary>What stays the same over many slices, as a standard deviation of the logarithm of both sides' ratio, and for how many.</summary>
/// <param name="Placement">Of a placement.</param>
/// <param name="Apps">Of a pair of apps.</param>
/// <param name="Blocks">How many blocks of four slices a placement holds.</param>
/// <param name="Placements">How many placements a pass of full length holds.</param>
internal sealed record Persistence(double Placement, double Apps, int Blocks, int Placements);
