using ThroughputKit.Comparison;

namespace Verdicts;

/// <summary>What was seen of the noise in slices of identical code.</summary>
/// <param name="Deviation">The standard deviation of the logarithm of a slice's throughput, beside its neighbour's.</param>
/// <param name="Correlation">How much of it goes on into the same side's next slice, from -1 to 1.</param>
/// <param name="Kurtosis">How heavy its tails are: 3 if it is normal.</param>
/// <param name="Drift">By how much the machine itself drifts from one second to the next, as a standard deviation.</param>
/// <param name="Quads">How many pairs of pairs a comparison of full length holds.</param>
internal sealed record Noise(double Deviation, double Correlation, double Kurtosis, double Drift, int Quads)
{
    private static readonly TimeSpan _fullLength = TimeSpan.FromSeconds(16);

    /// <param name="pairs">Slices of identical code.</param>
    /// <param name="elapsed">How long they took.</param>
    public static Noise Of(IReadOnlyList<SlicePair> pairs, TimeSpan elapsed)
    {
        double[] differences = [.. pairs.Select(p => Rate(p.Candidate) - Rate(p.Reference))];
        double[] reference = [.. pairs.Select(p => Rate(p.Reference))];
        var perSecond = Math.Max(1, (int)(pairs.Count / elapsed.TotalSeconds));
        double[] seconds = [.. reference.Chunk(perSecond).Select(c => c.Average())];
        double[] steps = [.. seconds.Zip(seconds.Skip(1), (one, next) => next - one)];
        return new Noise(
            Math.Sqrt(Variance(differences) / 2),
            Correlate(reference),
            differences.Average(d => Math.Pow(d - differences.Average(), 4)) / Math.Pow(Variance(differences), 2),
            Math.Sqrt(Variance(steps)),
            (int)(pairs.Count / 2.0 * (_fullLength / elapsed)));
    }

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
