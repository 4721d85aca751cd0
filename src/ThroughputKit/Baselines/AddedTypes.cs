using ThroughputKit.Baselines.Files;
using ThroughputKit.Probes;
using static System.FormattableString;

namespace ThroughputKit.Baselines;

/// <summary>Names the types behind an increase in allocated bytes per request since approval. Pure.</summary>
internal static class AddedTypes
{
    // Of some 40 types, one or two differ by two standard errors by chance alone. In one of twenty comparisons, a type differs by three.
    private const double Errors = 4;

    private const int MostShown = 5;

    /// <param name="added">The increase in allocated bytes per request.</param>
    /// <param name="now">The types allocated now; <see langword="null"/> if they weren't sampled.</param>
    /// <param name="approved">The types allocated at approval; <see langword="null"/> if they weren't sampled.</param>
    /// <returns>A description such as "+104.0 B since approval, mostly System.Byte[]".</returns>
    public static string Describe(double added, BaselineTypes? now, BaselineTypes? approved)
    {
        var change = Invariant($"+{added:N1} B since approval");
        if (now is null || approved is null)
        {
            return change;
        }

        (string Type, double Bytes)[] types = [.. Find(now, approved)];
        var all = string.Join(", ", types.Take(MostShown).Select(t => Invariant($"{t.Type} +{t.Bytes:N0} B")));
        return types.Length == 0 ? $"{change}, spread over types or too little for a sample to tell which"
            : types[0].Bytes < added / 2 ? $"{change}, among them {all}"
            : types.Length == 1 ? $"{change}, mostly {types[0].Type}"
            : $"{change}, mostly {types[0].Type} (sampled: {all})";
    }

    private static IEnumerable<(string Type, double Bytes)> Find(BaselineTypes now, BaselineTypes approved) => now.BytesPerRequest
        .Select(t => (Type: t.Key, Now: t.Value, Before: approved.BytesPerRequest.GetValueOrDefault(t.Key)))
        .Where(t => t.Now - t.Before > Errors * Math.Sqrt(Variance(t.Now, now) + Variance(t.Before, approved)))
        .Select(t => (t.Type, Bytes: t.Now - t.Before))
        .OrderByDescending(t => t.Bytes);

    // The number of samples of a type follows a Poisson distribution.
    private static double Variance(double bytes, BaselineTypes of) => bytes * of.BytesPerRequest.Values.Sum() * AllocationSampler.MeanDistance / Math.Max(1, of.SampledBytes);
}
