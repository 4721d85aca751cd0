using ThroughputKit.Probes;
using ThroughputKit.Reporting;
using static System.FormattableString;

namespace ThroughputKit.Baselines.Files;

/// <summary>The types allocated when a figure was approved, estimated from a sample.</summary>
internal sealed record BaselineTypes
{
    // Of some 40 types, one or two differ by two standard errors by chance alone. In one of twenty comparisons, a type differs by three.
    private const double Errors = 4;

    private const int MaxShown = 5;

    /// <summary>Gets the approximate number of bytes allocated while the sample was taken. More bytes make the estimate more precise.</summary>
    public required double SampledBytes { get; init; }

    /// <summary>Gets the allocated bytes per request by type.</summary>
    public required IReadOnlyDictionary<string, double> BytesPerRequest { get; init; }

    /// <summary>Returns the types of a result; <see langword="null"/> if they weren't sampled.</summary>
    public static BaselineTypes? Of(LoadResult result) =>
        result.Memory.Allocation is not { BytesPerRequest: { } bytes, Types: { Count: > 0 } types } allocation ? null : new()
        {
            SampledBytes = Math.Round(allocation.SampledBytes),
            BytesPerRequest = types.GroupBy(t => t.Type, StringComparer.Ordinal).ToDictionary(
                t => t.Key, t => Math.Round(t.Sum(x => x.Share) * bytes, 1), StringComparer.Ordinal),
        };

    /// <summary>Describes an increase in allocated bytes per request since approval, with the types behind it.</summary>
    /// <param name="added">The increase.</param>
    /// <param name="now">The types allocated now; <see langword="null"/> if they weren't sampled.</param>
    /// <param name="approved">The types allocated at approval; <see langword="null"/> if they weren't sampled.</param>
    /// <returns>A description such as "+104.0 B since approval, mostly byte[]".</returns>
    public static string DescribeAdded(double added, BaselineTypes? now, BaselineTypes? approved)
    {
        var change = Invariant($"+{added:N1} B since approval");
        if (now is null || approved is null)
        {
            return change;
        }

        (string Type, double Bytes)[] types = [.. now.Since(approved).Select(t => (TypeName.InCSharp(t.Type), t.Bytes))];
        var all = string.Join(", ", types.Take(MaxShown).Select(t => Invariant($"{t.Type} +{t.Bytes:N0} B")));
        if (types.Length == 0)
        {
            return $"{change}, from many types, or too little to find by sampling";
        }

        return types[0].Bytes < added / 2 ? $"{change}, among them {all}"
            : $"{change}, mostly {types[0].Type}{(types.Length == 1 ? "" : $" (sampled: {all})")}";
    }

    private IEnumerable<(string Type, double Bytes)> Since(BaselineTypes approved) => BytesPerRequest
        .Select(t => (Type: t.Key, Now: t.Value, Before: approved.BytesPerRequest.GetValueOrDefault(t.Key)))
        .Where(t => t.Now - t.Before > Errors * Math.Sqrt(Variance(t.Now) + approved.Variance(t.Before)))
        .Select(t => (t.Type, Bytes: t.Now - t.Before))
        .OrderByDescending(t => t.Bytes);

    // The number of samples of a type follows a Poisson distribution.
    private double Variance(double bytes) => bytes * BytesPerRequest.Values.Sum() * AllocationSampler.MeanDistance / Math.Max(1, SampledBytes);
}
