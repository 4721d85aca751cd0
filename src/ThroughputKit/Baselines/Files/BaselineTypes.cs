namespace ThroughputKit.Baselines.Files;

/// <summary>The types allocated when a figure was approved, estimated from a sample.</summary>
internal sealed record BaselineTypes
{
    /// <summary>Gets the approximate number of bytes allocated while the sample was taken. More bytes make the estimate more precise.</summary>
    public required double SampledBytes { get; init; }

    /// <summary>Gets the allocated bytes per request by type.</summary>
    public required IReadOnlyDictionary<string, double> BytesPerRequest { get; init; }

    /// <summary>Returns the types of a result; <see langword="null"/> if they weren't sampled.</summary>
    public static BaselineTypes? Of(LoadResult result) => result.Memory.Allocation is not { BytesPerRequest: { } bytes, Types: { Count: > 0 } types } allocation ? null : new()
    {
        SampledBytes = Math.Round(allocation.SampledBytes),
        BytesPerRequest = types.GroupBy(t => t.Type, StringComparer.Ordinal).ToDictionary(t => t.Key, t => Math.Round(t.Sum(x => x.Share) * bytes, 1), StringComparer.Ordinal),
    };
}
