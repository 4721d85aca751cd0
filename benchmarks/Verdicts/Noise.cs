using ThroughputKit.Comparison;
using ThroughputKit.Slices;

namespace Verdicts;

/// <summary>What was seen of the noise of identical code.</summary>
/// <param name="Deviation">The standard deviation of the logarithm of a slice's throughput, beside its neighbour's.</param>
/// <param name="Correlation">How much of it goes on into the same side's next slice, from -1 to 1.</param>
/// <param name="Kurtosis">How heavy its tails are: 3 if it is normal.</param>
/// <param name="Persistent">What stays the same over many slices.</param>
internal sealed record Noise(double Deviation, double Correlation, double Kurtosis, Persistence Persistent)
{
    /// <param name="apps">Placements of identical code, for each of several pairs of apps.</param>
    /// <param name="placementsOfFullLength">How many placements a pass of full length holds.</param>
    public static Noise Of(IReadOnlyList<IReadOnlyList<Placement>> apps, int placementsOfFullLength)
    {
        Placement[] all = [.. apps.SelectMany(a => a)];
        SlicePair[] pairs = [.. all.SelectMany(p => p.Blocks).SelectMany(b => new[] { b.First, b.Second })];
        double[] differences = [.. pairs.Select(p => Rate(p.Candidate) - Rate(p.Reference))];
        var blocks = (int)Math.Round(all.Average(p => p.Blocks.Count));

        // The variance of means less what the spread within them explains is that of what they are means of.
        var ofBlock = all.Average(p => Variance(Values(p)));
        var ofPlacement = apps.Average(a => Variance([.. a.Select(Mean)])) - (ofBlock / blocks);
        var ofApps = Variance([.. apps.Select(a => a.Average(Mean))]) - (apps.Average(a => Variance([.. a.Select(Mean)])) / apps.Average(a => a.Count));
        return new Noise(
            Math.Sqrt(Variance(differences) / 2),
            Correlate([.. pairs.Select(p => Rate(p.Reference))]),
            differences.Average(d => Math.Pow(d - differences.Average(), 4)) / Math.Pow(Variance(differences), 2),
            new Persistence(Math.Sqrt(Math.Max(0, ofPlacement)), Math.Sqrt(Math.Max(0, ofApps)), blocks, placementsOfFullLength));
    }

    private static double[] Values(Placement placement) => [.. placement.Blocks.Select(b => b.Mean(p => Rate(p.Reference) - Rate(p.Candidate))!.Value)];

    private static double Mean(Placement placement) => Values(placement).Average();

    private static double Rate(Slice slice) => Math.Log(slice.Rps);

    private static double Variance(double[] values)
    {
        var mean = values.Average();
        return values.Sum(v => (v - mean) * (v - mean)) / (values.Length - 1);
    }

    private static double Correlate(double[] values)
    {
        var mean = values.Average();
        return values.Zip(values.Skip(1), (one, next) => (one - mean) * (next - mean)).Sum() / values.Sum(v => (v - mean) * (v - mean));
    }
}
