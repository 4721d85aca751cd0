namespace ThroughputKit.Baselines;

/// <summary>The types that were allocated when a figure was approved, estimated from a sample.</summary>
internal sealed record BaselineTypes
{
    /// <summary>Gets about how many bytes were allocated while the sample was taken. The more there were, the surer it is.</summary>
    public required double SampledBytes { get; init; }

    /// <summary>Gets the bytes per request by type.</summary>
    public required IReadOnlyDictionary<string, double> BytesPerRequest { get; init; }

    /// <summary>The types of a result; <see langword="null"/> if they weren't sampled.</summary>
    public static BaselineTypes? Of(LoadResult result) => result.Memory.Allocation is not { BytesPerRequest: { } bytes, Types: { Count: > 0 } types } allocation ? null : new()
    {
        SampledBytes = Math.Round(allocation.SampledBytes),
        BytesPerRequest = types.GroupBy(t => t.Type, StringComparer.Ordinal).ToDictionary(t => t.Key, t => Math.Round(t.Sum(x => x.Share) * bytes, 1), StringComparer.Ordinal),
    };
}
